import { expect, test } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { isServiceError } from '../errors/to-response.js';
import { anonymous, type Requester } from './requester.js';
import { decideRoute, type RouteRule } from './rules.js';

const noSession = 'UNAUTHENTICATED: This needs a login: there is no session in the request.';
const noKeys = 'FORBIDDEN: This needs a session: API keys may not do it.';

function outcome(rule: RouteRule, requester: Requester): string {
  try {
    decideRoute(rule, requester);
    return 'allowed';
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

test.each<[string, RouteRule, Requester, string]>([
  ['public', { kind: 'public' }, anonymous, 'allowed'],
  ['public', { kind: 'public' }, key(['posts:read']), 'allowed'],
  ['user', { kind: 'user' }, anonymous, noSession],
  ['user', { kind: 'user' }, user('guest'), 'allowed'],
  ['user', { kind: 'user' }, key('guest'), 'allowed'],
  ['session', { kind: 'session' }, anonymous, noSession],
  ['session', { kind: 'session' }, user('guest'), 'allowed'],
  ['session', { kind: 'session' }, key('super_admin'), noKeys],
  ['rank', { kind: 'rank', rank: 90 }, anonymous, noSession],
  ['rank', { kind: 'rank', rank: 90 }, key('super_admin'), noKeys],
  ['rank', { kind: 'rank', rank: 90 }, user('editor'), 'FORBIDDEN: The role editor may not do this.'],
  ['rank', { kind: 'rank', rank: 90 }, user('admin'), 'allowed'],
  ['rank', { kind: 'rank', rank: 90 }, user('super_admin'), 'allowed'],
])('a route of the rule %s %j decides on %j: %s', (_, rule, requester, expected) => {
  expect(outcome(rule, requester)).toBe(expected);
});
