/** The page at /api/docs, made from emitted documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../runtime/http/docs/openapi-document.js';
import { createReferencePage } from '../../runtime/http/docs/reference-page.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { fixtureIr, openApiText } from '../support/openapi-fixture.js';

async function pageOf(
  fixture: string,
): Promise<{ readonly html: string; readonly document: OpenApiDocument }> {
  const document = JSON.parse(openApiText(await fixtureIr(fixture))) as OpenApiDocument;
  const { html } = await createReferencePage(document, { baseUrl: 'https://cms.example.org' });
  return { html: html.toString(), document };
}

describe.each(['blog', 'every-field', 'name-clash', 'website'])('of %s', (fixture) => {
  test('every operation and schema has its place, and every link inside leads somewhere', async () => {
    const { html, document } = await pageOf(fixture);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const operations = Object.values(document.paths).flatMap(({ get, post, patch, delete: remove }) =>
      [get, post, patch, remove].flatMap((operation) => operation?.operationId ?? []),
    );
    const schemas = Object.keys(document.components?.schemas ?? {}).map((name) => `schema-${name}`);
    expect(ids).toEqual(expect.arrayContaining([...operations, ...schemas]));
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('nothing runs, and nothing is loaded but its style sheet', async () => {
    const { html } = await pageOf(fixture);
    expect(html).not.toMatch(/<script|<style|<iframe|<img|<form| style=| on\w+=/i);
    const addresses = [...html.matchAll(/<(\w+)[^>]* (?:href|src)="([^#"][^"]*)"/g)].map(
      ([, tag, address]) => `${tag} ${address}`,
    );
    expect([...new Set(addresses)].sort()).toEqual(['a openapi.json', 'link data:,', 'link docs/style.css']);
  });
});

test('names and texts of the config stay texts', async () => {
  const { html } = await pageOf('name-clash');
  expect(html).toMatch(/<h1>Name clash \*\/ \$\{name\} &#x60;/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('examples call the public address, by curl and by the SDK', async () => {
  const { html } = await pageOf('blog');
  expect(html).toContain('curl --get https://cms.example.org/api/posts');
  expect(html).toContain('await client.posts.find(');
  expect(html).toContain('await client.globals.siteSettings.get()');
});

test('the style sheet knows light and dark and loads nothing', () => {
  const css = readFileSync(join(packageRoot, 'templates/docs/style.css'), 'utf8');
  expect(css).toContain('light-dark(');
  expect(css).not.toMatch(/url\(|@import|@font-face/);
});

test('a large project stays light on the wire', async () => {
  const { html } = await pageOf('website');
  expect(gzipSync(html).length).toBeLessThan(110_000);
});
