// TypeScript types from the draft-07 schemas, compiled strictly together with a program that uses them.
import { mkdirSync, readFileSync, writeFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { compile } from "json-schema-to-typescript";

const [schemas, out] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const index = JSON.parse(readFileSync(join(schemas, "index.json"), "utf8")).schemas;
const kinds = index.filter(({ profile }) => profile === "draft-07");
for (const { kind, file } of kinds) {
  const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
  writeFileSync(join(out, `${kind}.d.ts`), await compile(schema, schema.title));
}
copyFileSync("uses.ts", join(out, "uses.ts"));
const options = { noEmit: true, strict: true, target: "es2022", module: "nodenext", types: [] };
const files = ["uses.ts", ...kinds.map(({ kind }) => `${kind}.d.ts`)];
writeFileSync(join(out, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
const compiler = join("node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "--project", out], { stdio: "inherit" });
if (kinds.length === 0) throw new Error("there is no draft-07 schema");
console.log(`    TypeScript: ${kinds.length} kinds compile, and the program that uses them`);
