// zod validators from the narrowed schemas: they take every document that was made to the profile, and refuse others.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const [schemas, documents] = process.argv.slice(2);
const index = JSON.parse(readFileSync(join(schemas, "index.json"), "utf8")).schemas;
const validators = new Map();
for (const { kind, file } of index.filter(({ profile }) => profile === "llm")) {
  const validator = z.fromJSONSchema(JSON.parse(readFileSync(join(schemas, file), "utf8")));
  if (validator.safeParse({}).success) throw new Error(`${kind}: an empty object is taken`);
  validators.set(kind, validator);
}
let taken = 0;
for (const line of readFileSync(documents, "utf8").split("\n").filter(Boolean)) {
  const { kind, profile, hex } = JSON.parse(line);
  if (profile !== "llm") continue;
  validators.get(kind).parse(JSON.parse(Buffer.from(hex, "hex").toString("utf8")));
  taken += 1;
}
if (taken === 0) throw new Error("no document was tried");
console.log(`    zod: ${validators.size} validators, ${taken} documents taken`);
