// What the theme leaves out for those who do not see the page, or have no mouse.

// Its search is a dialog without a name.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");

// Tables that are wider than the page scroll, also by keyboard.
const reachable = () => {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (frame.scrollWidth > frame.clientWidth) frame.setAttribute("tabindex", "0");
    else frame.removeAttribute("tabindex");
  }
};
new MutationObserver(reachable).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", reachable);
addEventListener("toggle", reachable, true);
reachable();
