// Mermaid's own parser takes the graphs that we write, with the limits that it has by default.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import DOMPurify from 'dompurify';
import { envelope } from './values.mjs';

// Mermaid cleans the HTML of labels with DOMPurify, which has no functions without a DOM. Its grammar needs neither.
Object.assign(DOMPurify, { addHook() {}, sanitize: (text) => text });
const { default: mermaid } = await import('mermaid');

const numbers = Array.from({ length: 2_000 }, (_, at) => at);

test('the trace of a document with 2,000 items', async () => {
  const title = 'a "quoted" <b>title</b>: 100 % [#1] {x}; `end`';
  const items = numbers.map((at) => `### Q${at + 1}: ${title}\nWhy?\n\nA. Yes\n\n**Recommendation:** A\n\n**Answer:** A\n`);
  const counts = 'question_count: 2000\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0';
  const file = join(mkdtempSync(join(tmpdir(), 'trace-')), 'clarifications.md');
  writeFileSync(file, `---\n${counts}\n---\n\n## All\n\n${items.join('\n')}`);
  const decisions = `${file}.decisions`;
  writeFileSync(decisions, envelope('clarify', 'draft', file));
  const graph = envelope('clarify', 'trace', file, '--decisions', decisions, '--format', 'mermaid');
  assert.equal(graph.match(/-->/g).length, 2_000);
  assert.equal((await mermaid.parse(graph)).diagramType, 'stateDiagram');
});

test('an open label and a flowchart of more than 500 edges are refused', async () => {
  await assert.rejects(mermaid.parse('stateDiagram-v2\n  state "open as Q1\n  Q1 --> Q2\n'), /Lexical|Parse error/);
  const edges = numbers.map((at) => `  Q${at} --> Q${at + 1}\n`);
  await assert.rejects(mermaid.parse(`flowchart LR\n${edges.join('')}`), /Edge limit/);
});
