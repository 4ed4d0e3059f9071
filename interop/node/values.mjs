// The schemas and the accepted values that the tests share.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = new URL('../../', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

// Kind to profile to path.
const paths = Object.fromEntries(read('schemas/index.json').kinds.map(({ kind, profiles }) => [kind, profiles]));
export const kinds = Object.keys(paths);
export const schema = (kind, profile = 'full') => read(`schemas/${paths[kind][profile]}`);

export const command = process.env.ENVELOPE ?? fileURLToPath(new URL('target/debug/envelope', root));

/** What the command prints; it exits with 1 if a message was rejected. */
export function envelope(...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || status > 1) throw error ?? new Error(stderr);
  return stdout;
}

/** The accepted values of a kind. Schemas know the statuses of the specification, not those of a dialect. */
export function accepted(kind) {
  if (kind === 'clarity-report') {
    return [JSON.parse(envelope('aggregate', 'fixtures/clarity-report/harbour', '--format', 'json'))];
  }
  // The neutral report is the interface between Rust crates; no command prints one.
  if (kind === 'neutral-report') return [];
  const files = readdirSync(new URL(`fixtures/${kind}`, root)).filter((file) => file.endsWith('.expected.json'));
  const all = files.map((file) => read(`fixtures/${kind}/${file}`));
  return all.filter(({ accepted, options }) => accepted && !options?.dialect).map(({ value }) => value);
}
