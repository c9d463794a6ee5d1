"use strict";
// All text reaches the page through textContent or append(string): nothing is ever parsed as HTML.

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// --- light and dark --------------------------------------------------------------------------------

{
  const button = one("#theme");
  const preference = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (preference.matches ? "dark" : "light")) === "dark";
  const show = () => button.setAttribute("aria-pressed", isDark());
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  preference.addEventListener("change", show);
  show();
}

// --- tables that sort -------------------------------------------------------------------------------

for (const table of all("table.sortable")) {
  const heads = all("thead th", table);
  heads.forEach((head, column) => one("button", head).addEventListener("click", () => {
    // Figures start with the highest, names with the first.
    const isName = head.classList.contains("name");
    const now = head.getAttribute("aria-sort");
    const ascending = now === "none" ? isName : now === "descending";
    const key = (row) => {
      const cell = row.cells[column];
      const text = cell.dataset.value ?? cell.textContent;
      const value = parseFloat(text.replace("−", "-").replace(/,/g, ""));
      return isName || Number.isNaN(value) ? text : value;
    };
    const rows = all("tbody tr", table).map((row) => [key(row), row]);
    const missing = (value) => !isName && typeof value === "string";
    rows.sort(([a], [b]) => {
      if (missing(a) || missing(b)) return missing(a) - missing(b); // dashes last, either way
      const order = isName ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
      return ascending ? order : -order;
    });
    heads.forEach((other) => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    one("tbody", table).append(...rows.map(([, row]) => row));
  }));
}

// --- one panel of several ----------------------------------------------------------------------------

for (const chooser of all("[data-chooser]")) {
  const name = chooser.dataset.chooser;
  const choose = () => {
    const { value } = one("input:checked", chooser);
    for (const panel of all(`[data-panel=${name}]`)) panel.hidden = panel.dataset.key !== value;
  };
  chooser.hidden = all("input", chooser).length < 2;
  chooser.addEventListener("change", choose);
  choose();
}

