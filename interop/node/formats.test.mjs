// SARIF against the schema of the standard, as the package schemastore has it. Mermaid's own parser takes the graphs.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import DOMPurify from 'dompurify';
import { envelope } from './values.mjs';

// Mermaid cleans the HTML of labels with DOMPurify, which has no functions without a DOM. Its grammar needs neither.
Object.assign(DOMPurify, { addHook() {}, sanitize: (text) => text });
const { default: mermaid } = await import('mermaid');

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

test('the trace of a document with 2,000 items', async () => {
  const title = 'a "quoted" <b>title</b>: 100 % [#1] {x}; `end`';
  const item = (_, at) => `### Q${at + 1}: ${title}\nWhy?\n\nA. Yes\n\n**Recommendation:** A\n\n**Answer:** A\n`;
  const items = Array.from({ length: 2_000 }, item);
  // The first is refined, and no decision comes from the last.
  items[0] += `\n#### Refinements\n\n##### R1.1: ${title}\nSince when?\n\n**Answer:**\n`;
  items[1_999] = items[1_999].replace('**Answer:** A', '**Answer:**');
  const counts = 'question_count: 2000\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1';
  const file = join(mkdtempSync(join(tmpdir(), 'trace-')), 'clarifications.md');
  writeFileSync(file, `---\n${counts}\n---\n\n## All\n\n${items.join('\n')}`);
  writeFileSync(`${file}.decisions`, envelope('clarify', 'draft', file));
  const graph = envelope('clarify', 'trace', file, '--decisions', `${file}.decisions`, '--format', 'mermaid');
  assert.equal(graph.match(/-->/g).length, 2_000);
  assert.match(graph, /\n  Q1 --> R1_1\n[^]*\n  class Q2000 orphan\n$/);
  assert.equal((await mermaid.parse(graph)).diagramType, 'stateDiagram');
});
