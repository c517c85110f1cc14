import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuthOptions } from '../../config/auth-options.js';
import { redirectTarget } from './redirect-target.js';

const options = {
  baseUrl: 'https://cms.example.com/api-root',
  trustedOrigins: ['https://app.example.com'],
} as unknown as AuthOptions;

const trusted = ['https://cms.example.com', 'https://app.example.com'];

function taken(value: unknown): string | null {
  try {
    return redirectTarget(value, options);
  } catch {
    return null;
  }
}

/** What attacks are made of, in any order. */
const piece = fc.constantFrom(
  ...[
    '/',
    '\\',
    '//',
    '@',
    ':',
    '.',
    '..',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    'http:',
    'https:',
    'https://',
  ],
  ...['evil.example', 'cms.example.com', 'app.example.com', 'user', 'javascript:', '\u2028', '｡', 'ⓔvil'],
);

test('whatever is asked for, nothing leads to another origin', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = taken(pieces.join(''));
      if (target === null) return;
      const url = new URL(target);
      expect(trusted).toContain(url.origin);
      expect([url.username, url.password]).toEqual(['', '']);
    }),
    { numRuns: 5000 },
  );
});

test('paths and trusted addresses become absolute', () => {
  expect(taken('/start?x=1')).toBe('https://cms.example.com/start?x=1');
  expect(taken('https://app.example.com/start')).toBe('https://app.example.com/start');
  expect(redirectTarget(undefined, options)).toBeNull();
  expect(redirectTarget(null, options)).toBeNull();
});

test('a text of any length and other kinds of values are refused', () => {
  for (const value of [`/${'a'.repeat(2000)}`, 1, true, {}, ['/start']]) {
    expect(() => redirectTarget(value, options)).toThrow('redirectTo: must be');
  }
});
