import { expect, test } from 'vitest';
import { password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const inGerman = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
const form = { ...inGerman, 'content-type': 'application/x-www-form-urlencoded' };
const encoded = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

/** The visible text of a page, and its language. */
function read(body: string): readonly string[] {
  const language = /<html lang="(\w+)">/.exec(body)?.[1] ?? '';
  const texts = body
    .replace(/^.*?<h1>/s, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return [language, ...texts];
}

test('a browser that asks for German gets German pages, every other English ones', async () => {
  const client = (await startMailedServer({ auth: { registration: { enabled: true } } })).client();
  const german = await client.get('/admin/login', inGerman);
  expect(read(german.body)).toEqual([
    ...['de', 'Anmelden', 'E-Mail', 'Passwort', 'Angemeldet bleiben', 'Anmelden'],
    ...['Passwort vergessen?', 'Mit einem Link per E-Mail anmelden', 'Registrieren'],
  ]);
  for (const language of ['en-GB,de;q=0.5', 'fr', '*']) {
    const { body } = await client.get('/admin/login', { 'accept-language': language });
    expect(read(body).slice(0, 2)).toEqual(['en', 'Sign in']);
  }
  expect(read((await client.get('/admin/login')).body).slice(0, 2)).toEqual(['en', 'Sign in']);
});

test('faults of a form are said in German, and the title says that there are some', async () => {
  const client = (await startMailedServer({ auth: { registration: { enabled: true } } })).client();
  const { status, body } = await client.post(
    '/admin/register',
    encoded({ email: 'nonsense', password: '' }),
    form,
  );
  expect(status).toBe(400);
  expect(body).toContain('<title>Fehler: Registrieren - ');
  expect(read(body)).toEqual([
    ...['de', 'Registrieren', 'E-Mail', 'Muss eine E-Mail-Adresse sein, etwa ada@example.com.'],
    ...['Name (freiwillig)', 'Passwort'],
    'Mindestens 12 Zeichen, darunter ein Großbuchstabe, ein Kleinbuchstabe, eine Ziffer und ein Sonderzeichen.',
    ...['Geben Sie ein Passwort ein.', 'Registrieren', 'Sie haben ein Konto? Anmelden'],
  ]);
  const weak = await client.post(
    '/admin/register',
    encoded({ email: 'lovelace@example.com', password: 'lovelace' }),
    form,
  );
  expect(read(weak.body)).toEqual(
    expect.arrayContaining([
      'Muss mindestens 12 Zeichen haben.',
      'Muss einen Großbuchstaben enthalten.',
      'Muss eine Ziffer enthalten.',
      'Muss ein Sonderzeichen enthalten, etwa ! oder #.',
      'Darf den Teil der E-Mail vor dem @ nicht enthalten.',
    ]),
  );
});

test('fields that the config requires of users have their faults in German', async () => {
  const fields = [
    { name: 'companyName', type: 'text', required: true, maxLength: 20 },
    { name: 'employees', type: 'number', required: true, min: 1, integer: true },
  ] as const;
  const server = await startMailedServer({
    auth: { registration: { enabled: true } },
    config: { collections: [{ slug: 'users', fields }] },
  });
  const send = async (values: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    read(
      (await server.client().post('/admin/register', encoded({ email: ada, password, ...values }), form))
        .body,
    );
  expect(await send({ companyName: 'x'.repeat(21), employees: '0' })).toEqual(
    expect.arrayContaining(['Darf höchstens 20 Zeichen haben.', 'Muss mindestens 1 sein.']),
  );
  expect(await send({ employees: '1.5' })).toEqual(
    expect.arrayContaining(['Ist nötig.', 'Muss eine ganze Zahl sein.']),
  );
});

test('a refused login, a locked account and a link that is over are said in German', async () => {
  const server = await startMailedServer();
  await server.addUser(ada);
  const client = server.client();
  const guess = encoded({ email: ada, password: 'Wrong-Horse-7-Battery' });
  const first = await client.post('/admin/login', guess, form);
  expect(read(first.body)).toContain('Es gibt kein Konto mit dieser E-Mail und diesem Passwort.');
  for (let more = 0; more < 4; more += 1) await client.post('/admin/login', guess, form);
  const locked = await client.post('/admin/login', guess, form);
  expect(locked.status).toBe(423);
  expect(locked.body).toMatch(/Versuchen Sie es in (einer|\d+) Minuten? noch einmal, oder setzen Sie/);
  const over = await client.get('/admin/reset-password?token=nothing', inGerman);
  expect(read(over.body)).toEqual([
    ...['de', 'Dieser Link gilt nicht'],
    'Dieser Link gilt nicht: Er ist unbekannt, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
    ...['Neuen Link anfordern', 'Anmelden'],
  ]);
  const nowhere = await client.get('/admin/magic-link?token=nothing', inGerman);
  expect(read(nowhere.body)).toContain('Mit dem Passwort anmelden');
});

test('pages that mails lead to are German too, with any name in them', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  await root.post('/api/auth/invites', { email: 'guest@example.com', role: 'guest' });
  const { pathname, search } = await server.lastLink('guest@example.com');
  const { body } = await server.client().get(`${pathname}${search}`, inGerman);
  const texts = read(body);
  expect(texts[1]).toMatch(/ beitreten$/);
  expect(texts).toContain('Sie sind eingeladen. Wählen Sie ein Passwort, um die Einladung anzunehmen.');
  expect(texts).toContain('Einladung annehmen');
});
