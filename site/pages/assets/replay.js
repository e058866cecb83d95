// Steps through a recorded game: the frames stand beside the picture, as JSON; each has only the cells that have changed.
for (const figure of document.querySelectorAll(".bz-replay")) {
  const { frames } = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
  const part = (name) => figure.querySelector(`[data-replay="${name}"]`);
  const [slider, rounds, where, events, beside] = ["slider", "rounds", "where", "events", "beside"].map(part);
  const chips = new Map([...figure.querySelectorAll("[data-chip]")].map((chip) => [chip.dataset.chip, chip]));
  const slots = new Map([...figure.querySelectorAll("[data-on]")].map((slot) => [slot.dataset.on, slot]));
  const MOST = 2; // chips on a cell
  let at = 0;

  const chip = (label, hover, kind, row, of) => {
    const made = chips.get(chips.has(kind) ? kind : "").cloneNode(true);
    made.removeAttribute("data-chip");
    made.setAttribute("transform", `translate(0,${15 * row - 7 * of - 6})`);
    made.querySelector("title").textContent = hover;
    const text = made.querySelector("text");
    text.textContent = label.length > 9 ? label.slice(0, 8) + "…" : label;
    text.setAttribute("font-size", label.length < 8 ? 9 : 8);
    return made;
  };
  const put = (slot, pieces) => {
    const shown = pieces.length > MOST ? pieces.slice(0, MOST - 1) : pieces;
    const rest = pieces.slice(shown.length);
    const rows = [...shown, ...(rest.length ? [[`+ ${rest.length}`, rest.map((one) => one[1]).join("; "), ""]] : [])];
    slot.replaceChildren(...rows.map(([label, hover, kind], row) => chip(label, hover, kind, row, rows.length)));
  };
  const board = (until) => Object.assign({}, ...frames.slice(0, until + 1).map((frame) => frame.board));
  const lines = (list, texts) => list.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));

  const show = (to) => {
    at = Math.min(Math.max(to, 0), frames.length - 1);
    const now = board(at);
    for (const [cell, slot] of slots) put(slot, now[cell] ?? []);
    lines(events, frames[at].events);
    lines(beside, frames[at].beside);
    slider.value = at;
    rounds.value = frames[at].round;
    where.textContent = `${at + 1} of ${frames.length}`;
    for (const button of figure.querySelectorAll("[data-step]")) {
      button.disabled = Number(button.dataset.step) < 0 ? at === 0 : at === frames.length - 1;
    }
  };
  for (const button of figure.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => show(at + Number(button.dataset.step)));
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  rounds.addEventListener("change", () => show(frames.findIndex((frame) => frame.round === Number(rounds.value))));
  part("bar").hidden = false;
  show(0);
}
