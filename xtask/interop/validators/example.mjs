// Compiles the TypeScript example strictly and runs it.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";

const [example, schemas, protocol, ...files] = process.argv.slice(2);
mkdirSync("example", { recursive: true });
copyFileSync(example, join("example", "read-report.ts"));
const options = { strict: true, target: "es2022", module: "nodenext", types: ["node"], outDir: "." };
writeFileSync(join("example", "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["read-report.ts"] }));
const compiler = join("node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "--project", "example"], { stdio: "inherit" });
const env = { ...process.env, SCHEMAS: schemas };
const program = join("example", "read-report.js");
// It exits with 1 when a report is not valid.
spawnSync(process.execPath, [program, protocol, ...files], { env, stdio: ["ignore", "inherit", "ignore"] });
