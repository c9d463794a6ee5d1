"use strict";
// All text reaches the page through textContent or append(string): nothing is ever parsed as HTML.

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// --- light and dark --------------------------------------------------------------------------------

{
  const button = one("#theme");
  const preference = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (preference.matches ? "dark" : "light")) === "dark";
  const show = () => { button.textContent = isDark() ? "Light" : "Dark"; }; // what it would change the page to
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  preference.addEventListener("change", show);
  show();
}

// --- how high the bar is, so that nothing one goes to is behind it ----------------------------------

new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--bar", `${target.offsetHeight}px`);
}).observe(one("header"));

// --- where one is -----------------------------------------------------------------------------------

{
  const links = new Map(all("nav a").map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const mark = () => {
    const now = [...links.keys()].find((id) => seen.has(id));
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === now);
  };
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target.id);
    mark();
  }, { rootMargin: "-80px 0px -80% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) watch.observe(section);
  }
}

// --- tables wider than the window --------------------------------------------------------------------

{
  const look = (box) => box.classList.toggle("more", box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
  const watch = new ResizeObserver((entries) => { for (const { target } of entries) look(target); });
  for (const box of all(".scroll")) {
    watch.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  }
}

// --- tables that sort -------------------------------------------------------------------------------

for (const table of all("table.sortable")) {
  const heads = all("thead tr:last-child th", table); // a row above may name groups of columns
  heads.forEach((head) => one("button", head).addEventListener("click", () => {
    // Figures start with the highest, names with the first.
    const isName = head.classList.contains("name");
    const now = head.getAttribute("aria-sort");
    const ascending = now === "none" ? isName : now === "descending";
    const key = (row) => {
      const cell = row.cells[head.cellIndex];
      const text = cell.dataset.value ?? cell.textContent;
      const value = parseFloat(text.replace("−", "-").replace(/,/g, ""));
      return isName || Number.isNaN(value) ? text : value;
    };
    const missing = (value) => !isName && typeof value === "string";
    for (const body of table.tBodies) {
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (missing(a) || missing(b)) return missing(a) - missing(b); // dashes last, either way
        const order = isName ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
        return ascending ? order : -order;
      });
      body.append(...rows.map(([, row]) => row));
    }
    heads.forEach((other) => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  }));
}

// --- one panel of several ----------------------------------------------------------------------------

for (const chooser of all("[data-chooser]")) {
  const name = chooser.dataset.chooser;
  const choose = () => {
    const { value } = one("input:checked", chooser);
    for (const panel of all(`[data-panel="${name}"]`)) {
      panel.hidden = panel.dataset.key !== value;
      panel.classList.remove("later");
    }
  };
  chooser.hidden = all("input", chooser).length < 2;
  chooser.addEventListener("change", choose);
  choose();
}

// --- edits that tell more ---------------------------------------------------------------------------

const MARGIN = 12;

/** Put a pop-up beside its mark, where there is room. */
function place(popup, mark) {
  const lines = [...mark.getClientRects()], first = lines[0], last = lines[lines.length - 1];
  const { width, height } = popup.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const left = Math.max(MARGIN, Math.min(first.left, wide - width - MARGIN));
  const below = last.bottom + 6, above = first.top - height - 6;
  const top = below + height > innerHeight && above > 0 ? above : below;
  Object.assign(popup.style, {
    position: "absolute", inset: "auto", margin: "0", left: `${left + scrollX}px`, top: `${top + scrollY}px`,
  });
}

// The whole mark may be clicked, not its sign alone.
addEventListener("click", ({ target }) => {
  const mark = target.closest?.(".mark");
  if (mark && !target.closest("button") && getSelection().isCollapsed) one("button", mark)?.click();
});

