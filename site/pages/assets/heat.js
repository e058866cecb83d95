// Colours the cells of a map by what its reader chooses: the numbers stand beside the picture, as JSON.
for (const figure of document.querySelectorAll(".bz-heat")) {
  const tables = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
  const choice = figure.querySelector("select");
  const places = (value) => String(value < 1000 ? Number(value.toPrecision(3)) : Math.round(value));

  const show = () => {
    const numbers = tables[choice.value];
    const most = Math.max(0, ...Object.values(numbers));
    for (const cell of figure.querySelectorAll("[data-heat]")) {
      const value = numbers[cell.dataset.heat] ?? 0;
      cell.querySelector("path").setAttribute("opacity", most > 0 ? value / most : 0);
      cell.querySelector("text").textContent = value ? places(value) : "";
    }
  };
  choice.addEventListener("change", show);
  show(); // a browser keeps a choice when a page is loaded again
}
