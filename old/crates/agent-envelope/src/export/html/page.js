const form = document.querySelector("form");
const shown = document.querySelector("#shown");
const findings = [...document.querySelectorAll("article")];
const names = ["severity", "type", "agent"];
// The values are numbers that the page gave out: no agent's word is compared or looked up.
const given = findings.map(({ dataset }) => names.map((name) => dataset[name].split(" ")));
function filter() {
  const wanted = names.map((name) => form.elements.namedItem(name).value);
  let count = 0;
  findings.forEach((finding, at) => {
    const fits = wanted.every((value, name) => value === "" || given[at][name].includes(value));
    finding.hidden = !fits;
    count += fits;
  });
  shown.textContent = count === findings.length ? `All ${count} shown` : `${count} of ${findings.length} shown`;
}
if (form) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  // A link to a finding leads there, whatever the filter hides.
  addEventListener("hashchange", () => {
    const target = findings.find(({ id }) => `#${id}` === location.hash);
    if (!target?.hidden) return;
    form.reset();
    setTimeout(() => target.scrollIntoView());
  });
  filter();
}
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
