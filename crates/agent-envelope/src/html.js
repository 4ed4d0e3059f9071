"use strict";
document.documentElement.className = "script";
const collator = new Intl.Collator("en", { numeric: true });

// Tables: a click on a column sorts by it, a second one the other way round.
for (const table of document.querySelectorAll("section > table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const given = [...body.rows];
  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    // Findings are given in the order of their severities.
    const key = (row, at) => (head.textContent === "Severity" ? String(at) : row.cells[column].textContent.trim());
    button.addEventListener("click", () => {
      const descends = head.ariaSort === "ascending";
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = descends ? "descending" : "ascending";
      const keyed = given.map((row, at) => ({ row, key: key(row, at) }));
      keyed.sort((a, b) => collator.compare(a.key, b.key) * (descends ? -1 : 1));
      for (const { row } of keyed) body.append(row);
    });
  }
}

// Findings: only those that fit the filters are shown.
const form = document.querySelector("form");
if (form) {
  const rows = [...document.querySelector("#Findings > table").tBodies[0].rows].map((row) => ({
    row,
    severity: row.cells[1].textContent,
    type: row.cells[2].textContent,
    text: row.textContent.toLowerCase(),
  }));
  const { severity, type, text } = form.elements;
  const output = form.querySelector("output");
  for (const select of [severity, type]) {
    const words = new Set(rows.map((row) => row[select.name]));
    for (const word of words) select.add(new Option(word));
  }
  const filter = () => {
    let count = 0;
    for (const finding of rows) {
      const fits =
        (!severity.selectedIndex || finding.severity === severity.value) &&
        (!type.selectedIndex || finding.type === type.value) &&
        finding.text.includes(text.value.trim().toLowerCase());
      finding.row.hidden = !fits;
      count += fits;
    }
    output.textContent = `${count} of ${rows.length} shown`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  // Whoever comes back finds the filters as they were.
  addEventListener("pageshow", filter);
  // A link to a finding leads there, whatever the filters hide, and though the address may be the same.
  const reveal = (hash) => {
    const target = document.getElementById(hash.slice(1));
    if (!target?.hidden) return;
    form.reset();
    setTimeout(() => target.scrollIntoView());
  };
  addEventListener("hashchange", () => reveal(location.hash));
  for (const link of document.querySelectorAll('a[href^="#G"]')) link.addEventListener("click", () => reveal(link.hash));
  form.hidden = false;
  filter();
}
