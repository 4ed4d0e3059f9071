// Judges every document by ajv in strict mode: one line of JSON in, one line out, see judge.py.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const [schemas, documents, verdicts] = process.argv.slice(2);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const compiled = new Map();

function validator(file) {
  if (!compiled.has(file)) {
    const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
    const Class = schema.$schema?.includes("draft-07") ? Ajv : Ajv2020;
    compiled.set(file, new Class({ strict: true, allErrors: true }).compile(schema));
  }
  return compiled.get(file);
}

function judge({ schema, hex }) {
  const validate = validator(schema);
  let value;
  try {
    value = JSON.parse(utf8.decode(Buffer.from(hex, "hex")));
  } catch {
    return { valid: false, errors: ["no JSON"] };
  }
  if (validate(value)) return { valid: true, errors: [] };
  // Validators differ in whether they mention `if`, and what is wrong with each item where `contains` finds none.
  const said = validate.errors.filter(({ keyword, schemaPath }) => keyword !== "if" && !schemaPath.includes("/contains/"));
  const errors = new Set(said.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`));
  return { valid: false, errors: [...errors] };
}

const lines = readFileSync(documents, "utf8").split("\n").filter(Boolean);
writeFileSync(verdicts, lines.map((line) => JSON.stringify(judge(JSON.parse(line))) + "\n").join(""));
