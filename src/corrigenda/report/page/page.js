// --- which figure of a type ---------------------------------------------------------------------------

one("[data-chooser=shown]")?.addEventListener("change", (event) => {
  for (const cell of all(".types td[data-score]")) cell.textContent = cell.dataset[event.target.value];
  for (const head of all(".types [aria-sort]")) head.setAttribute("aria-sort", "none"); // no longer true
});

