import { expect, test } from 'vitest';
import { matchRoute, route } from './route.js';

const routes = ['/', '/posts/:id', '/posts/new', '/posts/:id/versions'].map((path) =>
  route(path, async () => () => null),
);

test.each([
  ['/', '/', {}],
  ['/posts/new', '/posts/new', {}],
  ['/posts/01', '/posts/:id', { id: '01' }],
  ['/posts/a%2Fb', '/posts/:id', { id: 'a/b' }],
  ['/posts/01/versions/', '/posts/:id/versions', { id: '01' }],
])('%s is the screen %s', (path, found, params) => {
  const match = matchRoute(routes, path);
  expect(match?.route.path).toBe(found);
  expect(match?.params).toEqual(params);
});

test.each(['/nothing', '/posts', '/posts/01/versions/02', '/posts/%E0%A4%A'])('%s is no screen', (path) => {
  expect(matchRoute(routes, path)).toBeNull();
});
