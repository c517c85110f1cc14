import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../define-config.js';
import { validateConfig } from './validate-config.js';

const route = { id: 'stats', method: 'GET', path: '/stats/:year', handler: () => undefined };
const base = { collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }], auth: {} };

function issuesOf(...routes: readonly unknown[]): readonly string[] {
  return validateConfig({ ...base, routes }).map(({ path, message, suggestion }) =>
    [`${path} ${message}`, ...(suggestion === undefined ? [] : [suggestion])].join(' → '),
  );
}

test('valid routes have no issues', () => {
  const typed = defineRoute({
    id: 'typed',
    method: 'POST',
    path: '/typed/:id',
    params: z.object({ id: z.uuid() }),
    query: z.object({}),
    body: z.string(),
    responses: { 201: z.string() },
    access: ['editor'],
    handler: ({ reply }) => reply(201, 'x'),
  });
  expect(issuesOf(route, typed, { ...route, id: 'again', method: 'POST' })).toEqual([]);
});

test.each([
  [{ ...route, id: 'Article stats' }, 'routes["Article stats"].id must be a name in camelCase'],
  [{ ...route, id: 'then' }, 'routes.then.id must be a name in camelCase that is no "then"'],
  [
    { ...route, method: 'HEAD' },
    'routes.stats.method must be "GET", "POST", "PUT", "PATCH" or "DELETE", not "HEAD".',
  ],
  [{ ...route, rateLimit: { max: 10 } }, 'routes.stats.rateLimit a limit needs "windowSeconds".'],
  [{ ...route, handler: 'x' }, 'routes.stats.handler must be a function, not "x".'],
  [{ id: 'stats', method: 'GET', path: '/x' }, 'routes.stats a route needs "handler".'],
  [{ ...route, reponse: z.string() }, 'routes.stats a route has no option "reponse". → response'],
  [
    { ...route, path: 'stats' },
    'routes.stats.path must be a path below /api, such as /stats/:year, not "stats".',
  ],
  [{ ...route, path: '/a/:id/b/:id' }, 'routes.stats.path has the parameter :id twice.'],
  [
    { ...route, path: '/:any' },
    'routes.stats.path must not begin with a parameter: /:any would be any path.',
  ],
  [{ ...route, path: '/api/stats' }, 'routes.stats.path is below /api already: leave that out. → /stats'],
  [
    { ...route, path: '/posts/popular' },
    'routes.stats.path "/posts/popular" is below the path of the collection "posts": begin it otherwise.',
  ],
  [
    { ...route, path: '/auth/more' },
    'routes.stats.path "/auth/more" is below /api/auth, a path of the service itself: begin it otherwise.',
  ],
  [
    { ...route, path: '/users' },
    'routes.stats.path "/users" is below /api/users, a path of the service itself: begin it otherwise.',
  ],
  [
    { ...route, params: z.object({ month: z.string() }) },
    'routes.stats.params needs "year", a parameter of the path /stats/:year.',
  ],
  [{ ...route, query: z.string() }, 'routes.stats.query must be a schema of zod 4 made by z.object, not'],
  [
    { ...route, response: { type: 'string' } },
    'routes.stats.response must be a schema of zod 4, such as z.object({ ... }), not',
  ],
  [{ ...route, body: z.string() }, 'routes.stats.body is not read by GET: use query, or POST, PUT or PATCH.'],
  [
    { ...route, responses: { 404: z.string() } },
    'routes.stats.responses.404 must be a status from 200 to 299: refuse by throwing an error.',
  ],
  [
    { ...route, response: z.string(), responses: { 200: z.string() } },
    'routes.stats.responses and response exclude each other: give one of them.',
  ],
  [{ ...route, access: ['edtor'] }, 'routes.stats.access[0] must be'],
  [
    { ...route, access: 'everyone' },
    'routes.stats.access must be a list of roles or a function, not "everyone".',
  ],
  ['route', 'routes[0] must be an object made by defineRoute, not "route".'],
])('%# is refused', (wrong, issue) => {
  expect(issuesOf(wrong)[0]).toContain(issue);
});

test('two routes of one path, one id, or two names of one segment are refused', () => {
  expect(issuesOf(route, { ...route, id: 'other', path: '/stats/:year' })).toEqual([
    'routes.other.path is also the path of the route "stats".',
  ]);
  expect(issuesOf(route, { ...route, path: '/elsewhere' })).toEqual(['routes.stats.id repeats "stats".']);
  expect(issuesOf(route, { ...route, id: 'other', path: '/stats/:month/days' })).toEqual([
    'routes.other.path names a segment :month that the route "stats" names :year.',
  ]);
});

test('routes and a collection of that name would both be client.routes', () => {
  const collections = [{ slug: 'routes', fields: [{ name: 'title', type: 'text' }] }];
  expect(validateConfig({ collections, routes: [route] })[0]?.message).toContain('client.routes');
});

test('a limit needs auth', () => {
  const limited = { ...route, rateLimit: { max: 10, windowSeconds: 60 } };
  expect(issuesOf(limited)).toEqual([]);
  const { collections } = base;
  expect(validateConfig({ collections, routes: [limited] })).toMatchObject([
    {
      path: 'routes.stats.rateLimit',
      message: 'needs auth, whose session store counts requests.',
    },
  ]);
});
