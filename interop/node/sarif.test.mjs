// SARIF of the command against the schema of the standard, as the package schemastore has it.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import Ajv from 'ajv';
import { envelope } from './values.mjs';

// A pattern of the schema is no Unicode pattern, and formats are another package.
const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false });
const valid = ajv.compile(createRequire(import.meta.url)('schemastore/schemas/json/sarif-2.1.0.json'));

const harbour = ['fixtures/clarity-report/harbour', '--expect', 'fixtures/clarity-report/harbour-expected.txt'];
for (const args of [['check', 'fixtures'], ['check', 'fixtures/status-block/example.txt'], ['aggregate', ...harbour], ['aggregate', 'fixtures/hostile']]) {
  test(`envelope ${args.join(' ')} --format sarif`, () => {
    const log = JSON.parse(envelope(...args, '--format', 'sarif'));
    assert.ok(valid(log), JSON.stringify(valid.errors));
    const { results, tool } = log.runs[0];
    const rules = new Set(tool.driver.rules.map(({ id }) => id));
    for (const { ruleId, locations } of results) {
      assert.ok(rules.has(ruleId), ruleId);
      assert.match(locations[0].physicalLocation.artifactLocation.uri, /^([\w.~/-]|%[0-9A-F]{2})+$/);
    }
    assert.ok(!valid({ ...log, version: '2.2.0' }) && !valid({ ...log, runs: [{ ...log.runs[0], tool: {} }] }));
  });
}
