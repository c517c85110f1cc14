import { expect, test } from 'vitest';
import { describeFailure, isPermanent, withoutSecrets } from './delivery-failure.js';

function failure(fields: object): Error {
  return Object.assign(new Error('no'), fields);
}

test.each([
  [failure({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, permanent: true }), true],
  [failure({ code: 'EMESSAGE', command: 'DATA', responseCode: 554, permanent: true }), true],
  [failure({ permanent: true }), true],
  [failure({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, permanent: false }), false],
  [failure({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, permanent: true }), false],
  [failure({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, permanent: true }), false],
  [failure({ code: 'ESOCKET' }), false],
  [new Error('no'), false],
  ['text', false],
  [undefined, false],
  [null, false],
])('%o: given up at once: %s', (error, expected) => {
  expect(isPermanent(error)).toBe(expected);
});

test('the log has the codes of a failure and the reason without addresses, links and secrets', () => {
  const error = failure({
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
    response: 'ada@example.com',
  });
  error.message = '550 <ada@example.com>: see\nhttps://mx.example/why?t=1 QWERTY';
  expect(describeFailure(error, ['QWERTY'])).toEqual({
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
    reason: '550 <[address]>: see [link] [hidden]',
  });
});

test('a reason is one short line', () => {
  expect(withoutSecrets(`a\r\nb\u2028c ${'x'.repeat(1000)}`, [])).toMatch(/^a b c x{293,}$/);
});

test('what a server or a transport says cannot mislead who reads it, wherever it stands', () => {
  const text = `\u001b[2J\u202eone\u2066\ud800 ada@example.com ${'x'.repeat(1000)}`;
  const error = failure({ code: text, command: text, responseCode: 550, response: '' });
  error.message = text;
  const { code, command, reason } = describeFailure(error, []) as Record<string, string>;
  for (const shown of [code, command, reason]) {
    expect(shown).toMatch(/^ \[2Jone\ufffd \[address\] x+$/);
    expect(shown?.length).toBeLessThanOrEqual(300);
  }
  expect([code?.length, command?.length]).toEqual([40, 40]);
});

test('a megabyte of a reason is shortened at once, between words', () => {
  const begin = performance.now();
  expect(withoutSecrets('a'.repeat(1_000_000), [])).toBe('');
  const reason = withoutSecrets(`550 no ${'http://x/ '.repeat(100_000)}`, []);
  expect(reason).toMatch(/^550 no \[link\] \[link\]/);
  expect(reason).not.toContain('http');
  expect(performance.now() - begin).toBeLessThan(1000);
});
