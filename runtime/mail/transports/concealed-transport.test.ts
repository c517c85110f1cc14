import { expect, test } from 'vitest';
import { concealed, secretsOfTransport } from './concealed-transport.js';

const url = 'smtp://apikey-of-cms:s3cr%40t-Passw0rd@mx.example.com:587';
const pass = 's3cr@t-Passw0rd';
const plain = Buffer.from(`\0apikey-of-cms\0${pass}`).toString('base64');

async function shown(error: Error, secrets = secretsOfTransport(url)): Promise<Error> {
  const failing = { isReal: true, send: async () => Promise.reject(error) };
  const message = {
    ...{
      messageId: '<1@x>',
      kind: 'testMail',
      date: new Date(0),
      from: 'a@x',
      subject: '',
      html: '',
      text: '',
    },
    to: { name: '', address: 'b@x' },
  };
  return concealed(failing, secrets)
    .send(message, AbortSignal.timeout(1000))
    .then(
      () => new Error('sent'),
      (refused: Error) => refused,
    );
}

test.each([
  ['as typed', `535 wrong password ${pass}`, '535 wrong password [hidden]'],
  ['as in the address', '535 s3cr%40t-Passw0rd', '535 [hidden]'],
  ['of a login', `535 ${Buffer.from(pass).toString('base64')} refused`, '535 [hidden] refused'],
  ['of AUTH PLAIN', `501 AUTH PLAIN ${plain}`, '501 AUTH PLAIN [hidden]'],
  ['cut off', `501 ${plain.slice(0, 20)}...`, '501 [hidden]...'],
  ['wrapped', `501-${plain.slice(0, 18)}\r\n501 ${plain.slice(18)}`, '501-[hidden]\r\n501 [hidden]'],
  ['the user', '535 no apikey-of-cms', '535 no [hidden]'],
  ['nothing', '550 no such mailbox', '550 no such mailbox'],
])('hides a secret %s', async (_, message, expected) => {
  expect((await shown(new Error(message))).message).toBe(expected);
});

test('keeps the fields by which a failure is judged, without secrets', async () => {
  const error = Object.assign(new Error('no'), {
    ...{ code: 'EAUTH', command: `AUTH ${plain}`, responseCode: 535, permanent: true, response: plain },
  });
  const { message, ...fields } = await shown(error);
  expect([message, fields]).toEqual([
    'no',
    { code: 'EAUTH', command: 'AUTH [hidden]', responseCode: 535, permanent: true },
  ]);
});

test('knows the credentials of a transport of nodemailer, and none of others', () => {
  expect(secretsOfTransport({ options: { auth: { user: 'ada', pass } }, sendMail: () => null })).toContain(
    pass,
  );
  expect(secretsOfTransport({ sendMail: () => null })).toEqual([]);
  expect(secretsOfTransport('smtp://mx.example.com:25')).toEqual([]);
  expect(secretsOfTransport(null)).toEqual([]);
});

test('a megabyte is looked through at once', async () => {
  const { message } = await shown(new Error(`${plain} `.repeat(20_000)));
  expect(message).not.toContain(plain.slice(0, 6));
});
