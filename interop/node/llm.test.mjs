// The profile `llm` keeps the rules of the structured-output APIs of OpenAI (strict), Anthropic and Gemini together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Ajv from 'ajv';
import { accepted, kinds, schema } from './values.mjs';

const KEYWORDS = new Set('type enum properties required additionalProperties items anyOf description'.split(' '));
const LIMITS = { depth: 10, properties: 5_000, enumValues: 1_000, letters: 120_000 };
// A provider refuses more than 16 `anyOf` in a request; these kinds are JSON when an agent writes them.
const UNIONS = { 'json-return': 16, 'report-contract': 16, 'answer-evaluation': 16 };

/** Checks a schema and those in it, and counts what the APIs limit. */
function check(node, at, depth, counts) {
  for (const keyword of Object.keys(node)) assert.ok(KEYWORDS.has(keyword), `${at}: ${keyword} is not supported`);
  assert.ok(node.anyOf || typeof node.type === 'string', `${at}: one type, or anyOf`);
  const names = Object.keys(node.properties ?? {});
  if (node.type === 'object') {
    depth += 1;
    assert.equal(node.additionalProperties, false, `${at}: closed`);
    assert.deepEqual(new Set(node.required), new Set(names), `${at}: all properties are required`);
  }
  counts.depth = Math.max(counts.depth, depth);
  counts.properties += names.length;
  counts.enumValues += node.enum?.length ?? 0;
  counts.letters += [...names, ...(node.enum ?? [])].join('').length;
  counts.unions += node.anyOf ? 1 : 0;
  for (const name of names) check(node.properties[name], `${at}/${name}`, depth, counts);
  for (const inner of [...(node.anyOf ?? []), ...(node.items ? [node.items] : [])]) check(inner, at, depth, counts);
}

for (const kind of kinds) {
  test(`${kind}: keeps the rules of the APIs`, () => {
    const contract = schema(kind, 'llm');
    const counts = { depth: 0, properties: 0, enumValues: 0, letters: 0, unions: 0 };
    assert.equal(contract.type, 'object', 'the root is an object');
    new Ajv({ strict: true }).compile(contract);
    check(contract, kind, 0, counts);
    for (const [limit, most] of Object.entries({ ...LIMITS, unions: UNIONS[kind] ?? Infinity })) {
      assert.ok(counts[limit] <= most, `${limit}: ${counts[limit]} of at most ${most}`);
    }
  });
}
