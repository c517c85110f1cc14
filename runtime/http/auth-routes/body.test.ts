import { expect, test } from 'vitest';
import { isServiceError } from '../../errors/to-response.js';
import type { JsonObject } from '../../util/json.js';
import {
  type BodyShape,
  checkBody,
  email,
  flag,
  integer,
  listOf,
  nullable,
  oneOf,
  optional,
  password,
  text,
} from './body.js';

/** Returns the issues in the details of the refusal. */
function issues(body: JsonObject, shape: BodyShape): readonly string[] {
  try {
    checkBody(body, shape);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

test('values come out checked, emails in their stored form, what is missing as undefined', () => {
  const shape = {
    email,
    name: optional(text()),
    remember: optional(flag),
    until: optional(nullable(text())),
  };
  expect(checkBody({ email: ' Ada@Example.com', until: null }, shape)).toEqual({
    email: 'ada@example.com',
    until: null,
  });
});

test('every fault is named at once', () => {
  const shape = { email, password, remember: optional(flag), count: integer(1, 5) };
  expect(issues({ email: 'x', remember: 1, count: 6, emial: 'y' }, shape)).toEqual([
    'emial: There is no such field, did you mean "email"?',
    'email: Must be an email address, such as ada@example.com.',
    'password: Is required.',
    'remember: Must be true or false.',
    'count: Must be an integer from 1 to 5.',
  ]);
});

test.each<[body: JsonObject, fault: string]>([
  [{ of: 7 }, 'of: Must be text.'],
  [{ of: '' }, 'of: Must not be empty.'],
  [{ of: 'a\0b' }, 'of: Must not contain the NUL character.'],
  [{ of: 'xxxxxx' }, 'of: Must have at most 5 characters.'],
  [{ of: null }, 'of: Must be text.'],
  [{}, 'of: Is required.'],
])('text: %j', (body, issue) => {
  expect(issues(body, { of: text({ maxLength: 5 }) })).toEqual([issue]);
});

test('lists and choices', () => {
  const shape = { scopes: listOf(text(), 2), role: oneOf(['a', 'b']) };
  expect(checkBody({ scopes: ['x', 'y'], role: 'b' }, shape)).toEqual({ scopes: ['x', 'y'], role: 'b' });
  expect(issues({ scopes: ['x', 1], role: 'c' }, shape)).toEqual([
    'scopes: Item 1: Must be text.',
    'role: Must be one of "a", "b".',
  ]);
  expect(issues({ scopes: ['x', 'y', 'z'], role: 'a' }, shape)).toEqual([
    'scopes: Must have at most 2 items.',
  ]);
  expect(issues({ scopes: 'x', role: 'a' }, shape)).toEqual(['scopes: Must be a list.']);
});

test('names of the prototype are unknown fields, and no values', () => {
  expect(issues({ toString: 'x', constructor: 'y' }, { name: optional(text()) })).toEqual([
    'toString: There is no such field.',
    'constructor: There is no such field.',
  ]);
  expect(issues({}, { toString: text() })).toEqual(['toString: Is required.']);
});

test('a refusal never repeats a value: a password may stand in the wrong place', () => {
  const typed = 'Correct-Horse-7-Battery';
  expect(issues({ email: typed, remember: typed }, { email, remember: flag }).join()).not.toContain(typed);
});
