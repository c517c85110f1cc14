/** For any input, the response is one that the document declares, and never a server error. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let id: string;

beforeAll(async () => {
  server = await generatedServer('every-field');
  const response = await server.send('POST', '/api/people', { name: 'Ada' });
  id = ((await response.json()) as { readonly id: string }).id;
  await server.send('POST', '/api/things', { title: 'Thing', owner: id, fans: [id], stock: 4 });
});
afterAll(() => server.close());

const strange = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '9007199254740993',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'title',
  'title_desc',
  'id,id',
  'owner.name',
  'owner.owner.name',
  'size.box',
  'images.caption',
  "'; DROP TABLE things; --",
  '%',
  '\u0000',
  '😀',
  '\ud800',
  '{',
  '[]',
  '{}',
  '{"__proto__":1}',
  '{"title":{}}',
  '{"title":{"contains":"%_\\\\"}}',
  '{"constructor":{"equals":1}}',
  '{"AND":[]}',
  '{"OR":[{"stock":{"gt":3}},{"fans":{"contains":"x"}}]}',
  '{"owner.boss.name":{"not_equals":null}}',
  '{"place":{"within":[-190,0,0,0]}}',
  '{"stock":{"in":[1e400]}}',
  `{"AND":[${'{"AND":['.repeat(20)}{}${']}'.repeat(20)}]}`,
  'x'.repeat(3000),
];

const text = fc.oneof(fc.constantFrom(...strange), fc.string(), fc.string({ unit: 'binary' }));

const names = [
  'page',
  'limit',
  'sort',
  'cursor',
  'count',
  'where',
  'depth',
  'select',
  'draft',
  'pgae',
  '__proto__',
  '',
];

const search = fc
  .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 3 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&'));

/** Half of a surrogate pair cannot be sent; it is replaced by the replacement character. */
function encode(value: string): string {
  return encodeURIComponent(wellFormed(value));
}

function wellFormed(value: string): string {
  return Buffer.from(value).toString();
}

const segment = fc.oneof(
  fc.constantFrom('things', 'people', 'globals', 'query', '..', '%2e%2e', '%', '%00', '__proto__', ''),
  text.map(encode),
);

const path = fc.oneof(
  fc.constantFrom(
    '/api/things',
    '/api/things/query',
    '/api/people',
    '/api/globals/defaults',
    '/health/ready',
  ),
  fc.constantFrom('/api/docs', '/api/openapi.json', '/api'),
  fc.constant(null).map(() => `/api/people/${id}`),
  fc.array(segment, { maxLength: 4 }).map((segments) => `/api/${segments.join('/')}`),
);

const body = fc.oneof(
  fc.json({ maxDepth: 4 }),
  text,
  fc.constantFrom(
    '{"title":"a","title":"b"}',
    '{"id":"x"}',
    '{"_revision":-1}',
    '{"__proto__":{"x":1}}',
    '{"title":"\\u0000"}',
    '{"title":"ok","stock":1e999}',
    '{"title":"ok","content":[{"blockType":"__proto__"}]}',
    '{"title":"ok","size":{"box":{"packer":"nobody"}}}',
    '{"name":"\\ud800"}',
    '{"where":{"title":{"contains":"x"}},"sort":["title_desc"]}',
    `${'['.repeat(200)}${']'.repeat(200)}`,
    `{"extra":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`,
  ),
);

const latin = fc.string({ unit: fc.constantFrom(...' "*,/W0123abz='), maxLength: 12 });

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=latin1',
      'text/plain',
      'application/x',
    ),
    'if-match': fc.oneof(latin, fc.constantFrom('"1"', '*', 'W/"1"', '"1", "2"', '"-1"')),
    'if-none-match': latin,
    'x-draft': fc.constantFrom('true', 'false', 'yes'),
    'x-request-id': latin,
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', 'identity', '*'),
  },
  { requiredKeys: [] },
);

const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  path,
  search,
  headers,
  body,
});

test('random requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      async ({ method, path: place, search: query, headers: sent, body: content }) => {
        const carries = method !== 'GET' && method !== 'HEAD';
        const type = { 'content-type': 'application/json', ...sent };
        const response = await server.fetch(`${place}${query === '' ? '' : `?${query}`}`, {
          method,
          headers: carries ? type : sent,
          ...(carries && { body: wellFormed(content) }),
        });
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 1500, seed: 7 },
  );
  // The server still works, and no write was done partially.
  expect((await server.fetch('/api/things?depth=2')).status).toBe(200);
}, 60_000);
