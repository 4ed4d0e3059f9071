// The TypeScript SDK, of the first and of the second version, lists and calls every tool of envelope-mcp.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import * as second from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as first from '@modelcontextprotocol/sdk/client/index.js';
import * as firstStdio from '@modelcontextprotocol/sdk/client/stdio.js';
import { command, kinds, root, schema } from './values.mjs';

const good = readFileSync(new URL('fixtures/status-block/example.txt', root), 'utf8');
const calls = {
  report_instructions: { protocol: 'status-block' },
  check_report: { text: good },
  convert_report: { text: good, to: 'clarity' },
  aggregate_reports: { folder: 'fixtures/clarity-report/harbour' },
  explain_rule: { rule: 'status-block/unknown-status' },
};
const sdks = { first: [first.Client, firstStdio.StdioClientTransport], second: [second.Client, StdioClientTransport] };

for (const [name, [Client, Transport]] of Object.entries(sdks)) {
  test(`the ${name} TypeScript SDK`, async (t) => {
    const warnings = ['warn', 'error'].map((level) => t.mock.method(console, level));
    const client = new Client({ name: 'interop', version: '1' });
    const server = { command: join(dirname(command), 'envelope-mcp'), args: ['--root', '.'], cwd: root };
    await client.connect(new Transport(server));
    t.after(() => client.close());
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name).sort(), Object.keys(calls).sort());
    // The client validates the structured result of a tool that it has listed.
    const call = (name, args) => client.callTool({ name, arguments: args });
    for (const [name, args] of Object.entries(calls)) {
      const { content, structuredContent, isError } = await call(name, args);
      assert.ok(!isError && content[0].text && structuredContent, name);
    }
    const check = (_, index) => call('check_report', { text: `STATUS: ${index}`, protocol: 'status-block' });
    const results = await Promise.all(Array.from({ length: 10 }, check));
    results.forEach(({ content }, index) => assert.match(content[0].text, new RegExp(`unknown status \`${index}\``)));
    const wrong = await call('check_report', {});
    assert.ok(wrong.isError && wrong.content[0].text.includes('missing field `text`'));
    // A text that was cut inside an emoji, which is half of a surrogate pair.
    const cut = await call('check_report', { text: good.replace('"', '"\ud83d') });
    assert.ok(cut.structuredContent.accepted);
    const { resources } = await client.listResources();
    assert.equal(resources.length, 3 * kinds.length);
    const { contents } = await client.readResource({ uri: 'envelope://schemas/v1/json-return.schema.json' });
    assert.deepEqual(JSON.parse(contents[0].text), schema('json-return'));
    assert.deepEqual(warnings.flatMap(({ mock }) => mock.calls.map((call) => call.arguments)), []);
  });
}
