// Tables of records: a field above narrows them to the rows that hold its words, a click on a heading sorts them by it.
for (const frame of document.querySelectorAll(".bz-records")) {
  const table = frame.querySelector("table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  const bar = document.createElement("div");
  bar.className = "bz-filter";
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Filter";
  field.setAttribute("aria-label", `Filter the ${rows.length} rows of this table`);
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  bar.append(field, count);
  frame.prepend(bar);

  const narrow = () => {
    const wanted = words(field.value);
    let left = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
      left += row.hidden ? 0 : 1;
    }
    count.textContent = wanted.length ? `${left} of ${rows.length}` : "";
  };
  field.addEventListener("input", narrow);
  narrow(); // a browser keeps what was typed when a page is loaded again

  // Numbers by size, wherever a cell begins with one; other texts as people sort them.
  const key = (row, column) => row.cells[column].textContent.trim();
  const number = (text) => (/^[-+]?\d/.test(text) ? parseFloat(text) : NaN);
  const order = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) ? a.localeCompare(b, "en") : Number.isNaN(x) ? 1 : -1;
    return x - y || a.localeCompare(b, "en", { numeric: true });
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = [...rows].sort((a, b) => order(key(a, column), key(b, column)));
      body.append(...(down ? sorted.reverse() : sorted));
    });
  });
}
