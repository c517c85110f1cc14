/** The examples of docs/routes.md do what the page says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/routes.md'), 'utf8');
const [config = '', call = '', ...modules] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);

interface Client {
  readonly routes: Readonly<Record<string, (input: object) => Promise<unknown>>>;
}

interface Sdk {
  createClient(options: { readonly baseUrl: string }): Client;
}

describe('the first example', () => {
  test('answers over HTTP and through its SDK as the page says', async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'svc.config.ts'), config);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const loaded = await loadConfig({ cwd: folder });
    const server = await startAuthServer({ config: loaded.config });
    const [, path = ''] = /`GET (\/api\/stats\/[^`]+)` returns `/.exec(page) ?? [];
    const [, result = ''] = /` returns `([^`]+)`/.exec(page) ?? [];
    const { status, body } = await server.client().get(path);
    expect({ status, body }).toEqual({ status: 200, body: JSON.parse(result) });

    const { output } = await generate({ cwd: folder });
    const { createClient } = (await import(join(output, 'sdk/index.js'))) as Sdk;
    const client = createClient({ baseUrl: server.url });
    // The example itself, with its result returned.
    const run = new Function('client', `return (async () => { ${call}; return articles; })()`) as (
      given: Client,
    ) => Promise<unknown>;
    expect(await run(client)).toBe(JSON.parse(result).articles);
  }, 60_000);
});

test('the handler that returns a Response sends what it says', async () => {
  expect(modules).toHaveLength(1);
  const folder = scratchFolder();
  writeFileSync(join(folder, 'report.ts'), modules[0] ?? '');
  writeFileSync(
    join(folder, 'svc.config.ts'),
    `import { defineConfig } from 'svc';
import { report } from './report.js';
export default defineConfig({
  routes: [report],
  collections: [{ slug: 'notes', fields: [{ name: 'text', type: 'text' }] }],
});
`,
  );
  const { config: own } = await loadConfig({ cwd: folder });
  const server = await startAuthServer({ config: own });
  const response = await fetch(`${server.url}/api/report`);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/csv',
    'year,articles\n2026,12\n',
  ]);
});
