import { expect, test } from 'vitest';
import { failedRules } from '../../../runtime/auth/passwords/password-rules.js';
import { passwordRules } from './password-rules.js';

const policy = { minLength: 12, uppercase: true, lowercase: true, digit: true, symbol: true };
const email = 'ada.lovelace@example.com';
const unmet = (password: string, own = policy) =>
  passwordRules(password, own, email).flatMap(({ name, isMet }) => (isMet ? [] : [name]));

test.each([
  ['', ['minLength', 'uppercase', 'lowercase', 'digit', 'symbol', 'notEmail']],
  ['short', ['minLength', 'uppercase', 'digit', 'symbol']],
  ['Violet-Tram-7-Lantern', []],
  ['Ada.Lovelace-7-Lantern', ['notEmail']],
  // Twelve code points are long enough, whatever the characters are.
  ['Äa1!🦊🦊🦊🦊🦊🦊🦊🦊', []],
])('of %j these rules are open: %j', (password, names) => {
  expect(unmet(password)).toEqual(names);
});

test('rules that the policy does not have are not there', () => {
  const easy = { minLength: 8, uppercase: false, lowercase: false, digit: false, symbol: false };
  expect(passwordRules('x', easy, 'a@example.com')).toEqual([{ name: 'minLength', isMet: false }]);
});

test.each(['Violet-Tram-7-Lantern', 'violet', 'VIOLET-TRAM-7', 'Ada.Lovelace-7-Lantern', 'Ä-ß-٣-Aaaaaaaaa'])(
  'the server says the same of %j',
  (password) => {
    const known = failedRules(password, policy, email).filter(({ reason }) => reason !== 'password.common');
    expect(unmet(password)).toHaveLength(known.length);
  },
);
