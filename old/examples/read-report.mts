// Reads an agent's report in TypeScript with the published schemas: is it valid, and how did the work end?
//
//     npm install ajv typescript @types/node
//     npx tsc --strict --target es2022 --module nodenext --types node examples/read-report.mts
//     node examples/read-report.mjs json-return report.json
//
// It needs the folder schemas/ in the current folder (or named by SCHEMAS) and reads the protocols that are JSON on the
// wire; for the text protocols run `envelope check --format json`. The meaning of each status word comes from
// schemas/status-mapping.json. A report that is not valid never counts as a success: its outcome is the worse of what
// it says and what the protocol falls back to. The exit status is 1 when a report is not valid, 2 when nothing could be
// read.
//
// A success that another member contradicts ("success": false, say) is not valid here either; of that this program knows
// the plain forms at the top, in `metadata` and in `report_metadata`. It does not see what only the reader knows, such as
// a denial in other words or in a list, a path that leads out of the project, or counts of an evaluation that do not add
// up: the rules whose column "in schema" is empty in docs/rules.md. Where that matters, run `envelope check --format json`.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Mapping {
  outcomes: { outcome: string; is_success: boolean }[];
  protocols: Record<string, Rules>;
}

interface Rules {
  kind: string;
  wire: "json" | "text";
  status: string | null;
  carried: string | null;
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
const successes: unknown[] = mapping.outcomes.filter((one) => one.is_success).map(({ outcome }) => outcome);
// Flags with the value that denies a success; underscores aside.
const denials = new Map([
  ...["success", "ok", "completed", "complete", "done", "passed"].map((key) => [key, false] as const),
  ...["failed", "error", "iserror", "haserrors", "blocked", "partial", "incomplete"].map((key) => [key, true] as const),
  ...["aborted", "cancelled", "canceled", "timedout", "unfinished", "crashed", "interrupted"].map((key) => [key, true] as const),
]);

/** A key as it is meant: agents write `Status` and `**status**`, too. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]/g, "");

/** The value at a JSON pointer, if there is one. */
function at(value: unknown, pointer: string | null): unknown {
  const step = (inner: unknown, name: string) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).find(([key]) => plain(key) === name)?.[1]
      : undefined;
  return (pointer ?? "").split("/").slice(1).reduce(step, value);
}

// Deeper than this no reader of ours goes.
const deepest = 128;

/**
 * What programs would read differently, without a word: `JSON.parse` keeps the last of two values under one key (they may
 * say failed and completed), half a surrogate pair, and the nearest double of a number.
 */
function doubt(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token.startsWith('"')) {
      const text: string = JSON.parse(token.slice(0, token.length - (colon?.length ?? 0)));
      if (/\p{Cs}/u.test(text)) return "half a surrogate pair";
      if (colon === undefined) continue;
      const key = plain(text) || text;
      if (open.at(-1)?.has(key)) return "a key is repeated";
      open.at(-1)?.add(key);
    } else {
      const number = Number(token);
      const isRounded = /^-?\d+$/.test(token) && BigInt(number === 0 ? 0 : token) !== BigInt(Number.isFinite(number) ? number : 0);
      if (!Number.isFinite(number) || isRounded) return `a double cannot hold ${token.slice(0, 40)}`;
    }
    if (open.length > deepest) return `more than ${deepest} levels`;
  }
  return undefined;
}

function worst(one: string, other: string): string {
  return outcomes.indexOf(one) > outcomes.indexOf(other) ? one : other;
}

/** What the status word says. A converted report may carry the outcome it had before, which can only lower it. */
function statedOutcome(report: unknown, rules: Rules): string | undefined {
  const word = at(report, rules.status);
  const stated = typeof word === "string" && Object.hasOwn(rules.statuses, word) ? rules.statuses[word] : undefined;
  const carried = rules.carried === null ? undefined : (at(report, rules.carried) ?? undefined);
  if (stated === undefined || carried === undefined) return stated;
  const isObject = typeof carried === "object" && !Array.isArray(carried);
  const outcome = at(carried, "/outcome");
  if (isObject && outcome === undefined) return stated;
  const last = outcomes.at(-1) ?? rules.fallback;
  return worst(stated, typeof outcome === "string" && outcomes.includes(outcome) ? outcome : last);
}

/** The members that deny the success which the status word states: objects are open, so no schema refuses them. */
function contradictions(report: unknown, rules: Rules): string[] {
  return ["", "/metadata", "/report_metadata"].flatMap((place) => {
    const part = at(report, place);
    const members = typeof part === "object" && part !== null && !Array.isArray(part) ? Object.entries(part) : [];
    const contradicts = ([name, value]: [string, unknown]) => {
      const key = plain(name);
      const states = ["status", "outcome"].includes(key) && `${place}/${key}` !== rules.status && value !== null;
      const agrees = successes.includes(value) || value === at(report, rules.status);
      const denies = typeof value === "boolean" && denials.get(key.replaceAll("_", "")) === value;
      return denies || (states && !agrees);
    };
    return members.filter(contradicts).map(([name]) => `${place}/${plain(name)}: contradicts the status`);
  });
}

/** Why reports of this protocol cannot be read here; empty if they can. */
function noProtocol(protocol: string): string {
  const rules = Object.hasOwn(mapping.protocols, protocol) ? mapping.protocols[protocol] : undefined;
  if (rules === undefined) return `no protocol is called ${protocol}; there are: ${Object.keys(mapping.protocols).join(", ")}`;
  if (rules.wire === "json") return "";
  return `${protocol} is not JSON on the wire; use \`envelope check --format json --protocol ${protocol}\``;
}

/** What the report comes to. */
export function read(protocol: string, bytes: Uint8Array): Result {
  const rules = mapping.protocols[protocol];
  if (rules === undefined) throw new Error(noProtocol(protocol));
  let report: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    report = JSON.parse(text);
    const problem = doubt(text);
    if (problem !== undefined) throw new Error(problem);
  } catch (error) {
    return { valid: false, outcome: rules.fallback, errors: [`no JSON: ${String(error)}`] };
  }
  const validate = new Ajv2020({ allErrors: true }).compile(load(`v1/${rules.kind}.schema.json`) as object);
  const errors = validate(report) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath}: ${one.message}`);
  const stated = statedOutcome(report, rules);
  if (successes.includes(stated)) errors.push(...contradictions(report, rules));
  if (errors.length === 0 && stated !== undefined) return { valid: true, outcome: stated, errors };
  return { valid: false, outcome: worst(rules.fallback, stated ?? rules.fallback), errors };
}

function main([protocol, ...files]: string[]): number {
  const problem = protocol === undefined || files.length === 0 ? "usage: read-report.mjs PROTOCOL FILE…" : noProtocol(protocol);
  if (problem !== "" || protocol === undefined) {
    console.error(problem);
    return 2;
  }
  let allValid = true;
  for (const file of files) {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(file);
    } catch (error) {
      console.error(String(error));
      return 2;
    }
    const { valid, outcome, errors } = read(protocol, bytes);
    allValid &&= valid;
    console.log(JSON.stringify({ file, valid, outcome }));
    for (const error of errors) console.error(`${file}: ${error}`);
  }
  return allValid ? 0 : 1;
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
