const form = document.querySelector("form");
const findings = [...document.querySelectorAll("article")];
const shown = document.querySelector("#shown");
function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const fits = ({ dataset }) =>
    (!wanted.severity || dataset.severity === wanted.severity) &&
    (!wanted.type || dataset.type === wanted.type) &&
    (!wanted.agent || JSON.parse(dataset.agents).includes(wanted.agent));
  for (const finding of findings) finding.hidden = !fits(finding);
  shown.textContent = `${findings.filter(({ hidden }) => !hidden).length} of ${findings.length} shown`;
}
form.addEventListener("input", filter);
filter();
