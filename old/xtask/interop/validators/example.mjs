// Compiles the TypeScript example by the very command in its first lines, in a folder of its own, and runs it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";

const [example, schemas, protocol, ...files] = process.argv.slice(2);
const told = readFileSync(example, "utf8");
const compile = /npx tsc (.*)/.exec(told)?.[1].split(" ") ?? [];
const run = /^\/\/ +node (\S+)/m.exec(told)?.[1] ?? "";
rmSync("example", { recursive: true, force: true });
mkdirSync(join("example", "examples"), { recursive: true });
// A user's project that says nothing of modules.
writeFileSync(join("example", "package.json"), "{}");
symlinkSync(resolve("node_modules"), join("example", "node_modules"), "junction");
copyFileSync(example, join("example", compile.at(-1)));
const compiler = resolve("node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, ...compile], { cwd: "example", stdio: "inherit" });
const env = { ...process.env, SCHEMAS: schemas };
const ran = spawnSync(process.execPath, [run, protocol, ...files], { cwd: "example", env, stdio: ["ignore", "inherit", "ignore"] });
// It exits with 1 when a report is not valid.
process.exitCode = ran.status ?? 2;
