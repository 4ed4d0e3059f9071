// The types that json-schema-to-typescript makes compile, take every accepted value, and refuse an empty one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { compile } from 'json-schema-to-typescript';
import { accepted, kinds, schema } from './values.mjs';

test('types compile with tsc --strict and take the accepted values', async () => {
  mkdirSync('node_modules/.types', { recursive: true });
  const files = await Promise.all(kinds.map(async (kind) => {
    // The generator knows tuples only as draft-07 writes them.
    const contract = schema(kind, 'draft-07');
    const types = await compile(contract, kind, { format: false });
    const values = accepted(kind).map((value) => `values.push(${JSON.stringify(value)});\n`).join('');
    const file = `node_modules/.types/${kind}.ts`;
    writeFileSync(file, `${types}const values: ${contract.title}[] = [];\n${values}// @ts-expect-error\nvalues.push({});\n`);
    return file;
  }));
  const tsc = spawnSync('node_modules/.bin/tsc', ['--strict', '--noEmit', '--target', 'es2022', ...files], { encoding: 'utf8' });
  assert.equal(tsc.status, 0, tsc.stdout);
});
