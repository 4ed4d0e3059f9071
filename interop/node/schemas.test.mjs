// ajv in strict mode takes every schema, and what the schemas say holds for every accepted value. The profile `llm`
// keeps the rules of the structured-output APIs of OpenAI (strict), Anthropic and Gemini together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { accepted, kinds, schema } from './values.mjs';

const KEYWORDS = new Set('type enum properties required additionalProperties items anyOf description'.split(' '));
// A provider refuses more than 16 `anyOf` in a request; these kinds are JSON when an agent writes them.
const UNIONS = { 'json-return': 16, 'report-contract': 16, 'answer-evaluation': 16 };

/** A schema and those in it, with the number of objects around each. */
function* nodes(node, depth = node.type === 'object') {
  yield { node, depth: Number(depth) };
  const inner = [...Object.values(node.properties ?? {}), ...(node.anyOf ?? []), ...(node.items ? [node.items] : [])];
  for (const it of inner) yield* nodes(it, depth + (it.type === 'object'));
}

for (const kind of kinds) {
  for (const [profile, Validator] of [['full', Ajv2020], ['draft-07', Ajv]]) {
    test(`${kind}, ${profile}: accepted values are valid, and not without a required key`, () => {
      const validate = new Validator({ strict: true }).compile(schema(kind, profile));
      for (const value of accepted(kind)) {
        assert.ok(validate(value), JSON.stringify(validate.errors));
        for (const key of schema(kind, profile).required) assert.ok(!validate({ ...value, [key]: undefined }), key);
      }
    });
  }

  test(`${kind}, llm: keeps the rules of the APIs`, () => {
    const contract = schema(kind, 'llm');
    new Ajv({ strict: true }).compile(contract);
    assert.equal(contract.type, 'object', 'the root is an object');
    const all = [...nodes(contract)];
    for (const { node } of all) {
      const names = Object.keys(node.properties ?? {});
      assert.deepEqual(Object.keys(node).filter((keyword) => !KEYWORDS.has(keyword)), [], 'not supported');
      assert.ok(node.anyOf || typeof node.type === 'string', `one type, or anyOf: ${JSON.stringify(node)}`);
      if (node.type === 'object') assert.equal(node.additionalProperties, false, `closed: ${names}`);
      assert.deepEqual(new Set(node.required), new Set(names), 'all properties are required');
    }
    const names = all.flatMap(({ node }) => Object.keys(node.properties ?? {}));
    const words = all.flatMap(({ node }) => node.enum ?? []);
    assert.ok(Math.max(...all.map(({ depth }) => depth)) <= 10, 'too deep');
    assert.ok(names.length <= 5_000 && words.length <= 1_000, `${names.length} properties, ${words.length} words`);
    assert.ok([...names, ...words].join('').length <= 120_000, 'too many letters');
    assert.ok(all.filter(({ node }) => node.anyOf).length <= (UNIONS[kind] ?? Infinity), 'too many unions');
  });
}
