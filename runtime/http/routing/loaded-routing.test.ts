import { expect, test } from 'vitest';
import type { Routes } from '../api.js';
import { createLoadedRouting, joined } from './loaded-routing.js';
import { createRoutingTable } from './routing-table.js';

const answer = async () => ({ status: 200, body: null });
const known: Routes = { '/api/posts': { GET: answer } };
const create = (more: Routes) => createRoutingTable(joined(known, more));

test('without routes to load the table is there at once', () => {
  const routing = createLoadedRouting(undefined, create);
  expect(routing.loading).toBeNull();
  expect(routing.findRoute('/api/posts')).not.toBeNull();
});

test('routes that were loaded stand beside the others', async () => {
  const routing = createLoadedRouting(async () => ({ '/api/auth/me': { GET: answer } }), create);
  expect(routing.loading).not.toBeNull();
  await routing.loaded();
  expect(routing.loading).toBeNull();
  expect(routing.findRoute('/api/auth/me')).not.toBeNull();
  expect(routing.findRoute('/api/posts')).not.toBeNull();
});

test('a request that waits for routes that cannot be loaded gets the reason', async () => {
  const issue = new Error('cannot be loaded');
  const routing = createLoadedRouting(async () => Promise.reject(issue), create);
  await routing.loading;
  await expect(routing.loaded()).rejects.toBe(issue);
  expect(() => routing.findRoute('/api/posts')).toThrow(issue);
});

test('two routes that answer the same are a fault, two methods of one path are not', async () => {
  const twice = createLoadedRouting(async () => ({ '/api/posts': { GET: answer } }), create);
  await expect(twice.loaded()).rejects.toThrow('Two routes answer GET /api/posts.');
  const more = joined(known, { '/api/posts': { POST: answer } });
  expect(Object.keys(more['/api/posts'] ?? {})).toEqual(['GET', 'POST']);
});
