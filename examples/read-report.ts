// Reads an agent's report in TypeScript with the published schemas: is it valid, and how did the work end?
//
//     node read-report.js json-return report.json
//
// It needs the package ajv and the folder schemas/, nothing else. The meaning of each status word comes from
// schemas/status-mapping.json. A report that is not valid never counts as a success: its outcome is the worse of what
// it says and what the protocol falls back to.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Mapping {
  outcomes: { outcome: string; is_success: boolean }[];
  carried_outcome: string;
  protocols: Record<string, Rules>;
}

interface Rules {
  kind: string;
  pointer: string;
  fallback: string;
  statuses: Record<string, string>;
}

export interface Result {
  valid: boolean;
  outcome: string;
  errors: string[];
}

const schemas = process.env.SCHEMAS ?? "schemas";
const load = (file: string): unknown => JSON.parse(readFileSync(join(schemas, file), "utf8"));
const mapping = load("status-mapping.json") as Mapping;
// From best to worst.
const outcomes = mapping.outcomes.map(({ outcome }) => outcome);

/** The value at a JSON pointer, if there is one. */
function at(value: unknown, pointer: string): unknown {
  const step = (inner: unknown, name: string) =>
    typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined;
  return pointer.split("/").slice(1).reduce(step, value);
}

function worst(one: string, other: string): string {
  return outcomes.indexOf(one) > outcomes.indexOf(other) ? one : other;
}

/** What the status word says. A converted report may carry the outcome it had before, which can only lower it. */
function statedOutcome(report: unknown, rules: Rules): string | undefined {
  const word = at(report, rules.pointer);
  const stated = typeof word === "string" && Object.hasOwn(rules.statuses, word) ? rules.statuses[word] : undefined;
  const carried = at(report, mapping.carried_outcome) ?? undefined;
  if (stated === undefined || carried === undefined) return stated;
  const last = outcomes.at(-1) ?? rules.fallback;
  return worst(stated, typeof carried === "string" && outcomes.includes(carried) ? carried : last);
}

/** What the report comes to. */
export function read(protocol: string, text: string): Result {
  const rules = mapping.protocols[protocol];
  if (rules === undefined) throw new Error(`no protocol is called ${protocol}`);
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch (error) {
    return { valid: false, outcome: rules.fallback, errors: [`no JSON: ${String(error)}`] };
  }
  const validate = new Ajv2020({ allErrors: true }).compile(load(`v1/${rules.kind}.schema.json`) as object);
  const errors = validate(report) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath}: ${one.message}`);
  const stated = statedOutcome(report, rules);
  if (errors.length === 0 && stated !== undefined) return { valid: true, outcome: stated, errors };
  return { valid: false, outcome: worst(rules.fallback, stated ?? rules.fallback), errors };
}

const [protocol, ...files] = process.argv.slice(2);
if (protocol === undefined || files.length === 0) {
  console.error("usage: read-report.js PROTOCOL FILE…");
  process.exit(1);
}
for (const file of files) {
  const { valid, outcome, errors } = read(protocol, readFileSync(file, "utf8"));
  console.log(JSON.stringify({ file, valid, outcome }));
  for (const error of errors) console.error(`${file}: ${error}`);
}
