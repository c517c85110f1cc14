import { describe, expect, test } from 'vitest';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { failedRules, isTooLong } from './password-rules.js';

const policy = { minLength: 12, uppercase: true, lowercase: true, digit: true, symbol: true };

const short = 'Must have at least 12 characters.';
const long = 'Must have at most 128 characters.';
const upper = 'Must contain an uppercase letter.';
const lower = 'Must contain a lowercase letter.';
const digit = 'Must contain a digit.';
const symbol = 'Must contain a symbol, such as ! or #.';
const common =
  'Must not be a common password: a known word with digits or symbols around it is guessed first.';
const local = 'Must not contain the part of the email before the @.';

function failures(password: string, email: string | null = null, own = policy): readonly string[] {
  return failedRules(password, own, email).map((rule) => say(english, rule));
}

test('a good password fails nothing', () => {
  expect(failures('Blue-Kettle-42')).toEqual([]);
  expect(failures('Correct Horse 9 Battery!', 'ann@example.com')).toEqual([]);
});

test('every failed rule is named', () => {
  expect(failures('')).toEqual([short, upper, lower, digit, symbol]);
  expect(failures('kettle')).toEqual([short, upper, digit, symbol]);
  expect(failures('KETTLE-42')).toEqual([short, lower]);
  expect(failures('bluekettlesarebest')).toEqual([upper, digit, symbol]);
  expect(failures('ann.smith', 'ann.smith@example.com')).toEqual([short, upper, digit, local]);
  expect(failures('Password1')).toEqual([short, symbol, common]);
});

describe('length', () => {
  test('is counted in code points of the composed form', () => {
    expect(failures('Ab1!😀😀😀😀😀😀😀')).toEqual([short]);
    expect(failures('Ab1!😀😀😀😀😀😀😀😀')).toEqual([]);
    // Eleven letters with an accent each: 22 code points when decomposed.
    expect(failures('Áé1!éíóúýéí'.normalize('NFD'))).toEqual([short]);
    expect(failures('Áé1!éíóúýéíó'.normalize('NFD'))).toEqual([]);
  });

  test('has an end at 128', () => {
    expect(failures(`Ab1!${'é'.repeat(124)}`.normalize('NFD'))).toEqual([]);
    expect(failures(`Ab1!${'é'.repeat(125)}`)).toEqual([long]);
    expect(failures('x'.repeat(129))).toEqual([long, upper, digit, symbol]);
    expect(failures('x'.repeat(1_000_000))).toEqual([long]);
    expect(isTooLong('x'.repeat(128))).toBe(false);
    expect(isTooLong('x'.repeat(129))).toBe(true);
    expect(isTooLong('😀'.repeat(128))).toBe(false);
  });
});

test.each([
  ['Greek', 'Ελληνικά-γράμματα-7'],
  ['Cyrillic', 'Синий-Чайник-42'],
  ['Arabic digits', 'Blue-Kettle-٤٢'],
  ['a symbol beyond ASCII', 'BlueKettle42€'],
  ['an emoji as symbol', 'BlueKettle42😀'],
  ['a long dash', 'Blue—Kettle—42'],
])('classes go by Unicode: %s', (_, password) => {
  expect(failures(password)).toEqual([]);
});

test.each([
  ['blanks', 'Blue Kettle 42'],
  ['other spaces', 'Blue\u00a0Kettle\u300042'],
  ['control characters', 'Blue\tKettle\u000742'],
  ['marks', `BlueKettle42\u20dd`],
  ['numbers that are no digits', 'BlueKettle42½'],
  ['letters without case', 'BlueKettle42中文'],
  ['invisible characters', 'Blue\u200bKettle42'],
])('what is no symbol: %s', (_, password) => {
  expect(failures(password)).toEqual([symbol]);
});

test('letters without case are neither upper nor lower', () => {
  expect(failures('中文中文中文中文中文-42')).toEqual([upper, lower]);
});

test('half of a surrogate pair is refused', () => {
  expect(failures('Blue-Kettle-42\ud83d')).toEqual(['Must not contain half of a surrogate pair.']);
});

describe('the part of the email before the @', () => {
  test.each(['Blue-anna-Kettle-42', 'ANNA-Kettle-42-b', 'x1!KettlesAnNa', 'Anna-Kettle-42'])(
    'is not in the password: %s',
    (password) => {
      expect(failures(password, 'anna@example.com')).toEqual([local]);
    },
  );

  test('may be in it when it is shorter than four letters', () => {
    expect(failures('Ann-Kettle-42!', 'ann@example.com')).toEqual([]);
  });

  test('is all before the last @', () => {
    expect(failures('Blue-Kettle-42', '"kettle@home"@example.com')).toEqual([]);
  });
});

test('rules that are switched off are not asked for', () => {
  const lax = { minLength: 8, uppercase: false, lowercase: false, digit: false, symbol: false };
  expect(failures('kettles', null, lax)).toEqual(['Must have at least 8 characters.']);
  expect(failures('kettlesx', null, lax)).toEqual([]);
  expect(failures('12345678', null, lax)).toEqual([common]);
  expect(failures('password', null, lax)).toEqual([common]);
});
