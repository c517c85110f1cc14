import { expect, test } from 'vitest';
import type { RouteHandler } from '../api.js';
import { createRoutingTable } from './routing-table.js';

const handler: RouteHandler = async () => ({ status: 200, body: null });

const find = createRoutingTable(
  {
    '/api/posts': { GET: handler, POST: handler },
    '/api/posts/query': { POST: handler },
    '/api/posts/:id': { GET: handler },
    '/api/posts/:id/versions/:versionId': { GET: handler },
    '/api/posts/:id/publish': { POST: handler },
    '/api/constructor': { GET: handler },
  },
  { '/health/live': { GET: handler } },
);

function found(path: string): unknown {
  const match = find(path);
  return match && [match.route.pattern, match.params];
}

test.each([
  ['/api/posts', ['/api/posts', {}]],
  ['/api/posts/1', ['/api/posts/:id', { id: '1' }]],
  ['/api/posts/a%20b', ['/api/posts/:id', { id: 'a b' }]],
  ['/api/posts/a%2Fb', ['/api/posts/:id', { id: 'a/b' }]],
  ['/api/posts/query', ['/api/posts/query', {}]],
  ['/api/posts/%71uery', ['/api/posts/query', {}]],
  ['/api/posts/query/publish', ['/api/posts/:id/publish', { id: 'query' }]],
  ['/api/posts/1/versions/2', ['/api/posts/:id/versions/:versionId', { id: '1', versionId: '2' }]],
  ['/api/constructor', ['/api/constructor', {}]],
  ['/api/posts/__proto__', ['/api/posts/:id', { id: '__proto__' }]],
  ['/api/posts/', null],
  ['/api/posts/1/', null],
  ['/api/posts/1/versions', null],
  ['/api/posts/1/versions/', null],
  ['/api//posts', null],
  ['/api/__proto__', null],
  ['/api/toString', null],
  ['api/posts', null],
  ['', null],
  ['/', null],
])('%s leads to %j', (path, expected) => {
  expect(found(path)).toEqual(expected);
});

test('methods are those of the route, HEAD beside GET', () => {
  expect(find('/api/posts')?.route.allow).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  expect(find('/api/posts/query')?.route.allow).toEqual(['POST', 'OPTIONS']);
  expect([...(find('/api/posts/1')?.route.handlers.keys() ?? [])]).toEqual(['GET', 'HEAD']);
});

test('routes beside the store do not need it', () => {
  expect(find('/api/posts')?.route.needsStore).toBe(true);
  expect(find('/health/live')?.route.needsStore).toBe(false);
});

test('two routes for one path are a mistake', () => {
  expect(() => createRoutingTable({ '/a': {} }, { '/a': {} })).toThrow('Two routes have the path /a.');
  expect(() => createRoutingTable({ '/a/:id': {}, '/a/:name': {} })).toThrow('the path /a/:name.');
});

test('each route has its own name for a segment', () => {
  const find = createRoutingTable({ '/a/:id': {}, '/a/:name/b': {}, '/a/:name/:id': {} });
  expect(find('/a/1')?.params).toEqual({ id: '1' });
  expect(find('/a/1/b')?.params).toEqual({ name: '1' });
  expect(find('/a/1/2')?.params).toEqual({ name: '1', id: '2' });
});

test('a lookup does not slow down with the number of collections', () => {
  const many = createRoutingTable(
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`/api/c${at}/:id`, { GET: handler }])),
  );
  expect(many('/api/c4999/x')?.params).toEqual({ id: 'x' });
});
