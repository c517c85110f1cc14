import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './is-common-password.js';

describe('a common password', () => {
  test.each([
    ...['Password123!', 'Password1234!', 'Password@123', 'Password2024!', 'PASSWORD123!a'.slice(0, -1)],
    ...['P@ssw0rd2024!', 'P@$$w0rd1234', 'Pa55w0rd!2025', 'pASSWORD!!1987', '!!Password123'],
    ...['Welcome@12345', 'Welcome123!!', 'W3lc0me12345!', 'Admin@123456', '@dmin2024!!!', 'Letmein@2023'],
    ...['Qwerty123456!', 'Qwerty!23456', 'Qwer1234!@#$', 'Abcd1234!@#$', 'Abc123456789!', 'Asdfghjkl123!'],
    ...['Summer2024!!', '!!Summer1999', 'Winter#2025!', 'Spring01012020!', 'Autumn2023!!'],
    ...['Iloveyou123!', 'Dragon12345!', 'Football2024!', 'M0nk3y123456!', 'Sunsh1ne2024!', 'Princ3$$2024!'],
    ...['Master123456!', 'Company2025!', 'Changeme123!', 'Test1234567!', 'Baseball#1234', 'Liverpool#1!'],
    ...['1qaz@WSX3edc', '!QAZ2wsx#EDC', 'Zaq12wsx!@#$', '1q2w3e4r5T!@', 'Q1w2e3r4t5y6!', 'Aa123456789!'],
    ...['Aaaaaaaaaaa1!', 'Contraseña123!', 'Passwort123!', 'Sommer2024!!', 'Freedom!!!2020', 'Shadow987654!'],
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
});

describe('no common password', () => {
  test.each([
    ...[
      'Correct-Horse-9-Battery',
      'Tr0ub4dor&3-xkcd',
      'Str0ng-Kettle-81!',
      'kX9$mQ2#vL7!pZ',
      'MyD0g-eats-19-fish',
    ],
    // A word of the list next to one that is not on it, or next to unusual digits.
    ...['Blue-Password-84', 'Summer#84726193', 'Purple-Tiger-77!', 'Password!q8Z&tR', 'Dr@gon-fly-2024'],
    ...['Aa1!😀😀😀😀😀😀😀😀', 'Password€£¥§©', '', 'Blue-Kettle-42', '中文中文中文-42-Ab'],
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

test.each([
  ['letters and digits in turn', 'a1'.repeat(64)],
  ['digits around one letter', `${'1'.repeat(64)}q${'1'.repeat(63)}`],
  ['symbols before one letter', `${'!'.repeat(127)}a`],
  ['symbols behind a word', `password${'#1'.repeat(60)}`],
  ['leet throughout', '4'.repeat(128)],
])('no text takes long to look at: %s', (_, password) => {
  const begin = performance.now();
  for (let times = 0; times < 100; times += 1) isCommonPassword(password);
  // Measured: below 0.1 ms each.
  expect((performance.now() - begin) / 100).toBeLessThan(2);
});
