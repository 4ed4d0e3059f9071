// Medians for docs/speed.md, on the 2 KB return that `cargo bench -p json-return` reads, clean and broken.
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { jsonrepair } from 'jsonrepair';
import { root, schema } from './values.mjs';

const [clean, broken] = ['return.json', 'return-broken.txt'].map((file) => readFileSync(new URL(`interop/${file}`, root), 'utf8'));
const value = JSON.parse(clean);
const validate = new Ajv2020({ strict: true }).compile(schema('json-return'));

const works = {
  'ajv, validates a parsed value': () => validate(value),
  'JSON.parse and ajv, clean': () => validate(JSON.parse(clean)),
  'jsonrepair and JSON.parse, clean': () => JSON.parse(jsonrepair(clean)),
  'jsonrepair and JSON.parse, broken': () => JSON.parse(jsonrepair(broken)),
};
for (const [name, work] of Object.entries(works)) {
  const number = name.startsWith('ajv') ? 100_000 : 2_000;
  const times = Array.from({ length: 21 }, () => {
    const start = process.hrtime.bigint();
    for (let at = 0; at < number; at++) work();
    return Number(process.hrtime.bigint() - start) / number;
  });
  console.log(`${name}: ${(times.sort((a, b) => a - b)[10] / 1000).toFixed(2)} µs`);
}
