// The theme opens its search as a dialog without a name; who cannot see it is told so.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
