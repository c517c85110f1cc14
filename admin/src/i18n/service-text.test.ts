import { beforeAll, expect, test } from 'vitest';
import { type ErrorDetail, SvcError } from '../../../templates/sdk/errors.js';
import { detailsIn, loadServiceTexts, messageIn } from './service-text.js';

beforeAll(() => loadServiceTexts('de'));

const refused = (message: string, details: readonly ErrorDetail[] = []): SvcError =>
  new SvcError('BAD_USER_INPUT', message, { status: 400, details });
const detail = (path: string, message: string): ErrorDetail => ({ path, message });

test.each([
  ['Must have at most 1 character.', 'Darf höchstens ein Zeichen haben.'],
  ['Must have at least 3 items.', 'Muss mindestens 3 Einträge haben.'],
  ['Must be at least 0.5.', 'Muss mindestens 0.5 sein.'],
  ['Must match /^[a.]+$/.', 'Muss zu /^[a.]+$/ passen.'],
  ['Must be one of "a", "b".', 'Muss einer dieser Werte sein: "a", "b".'],
  [
    'Must be an http or https address, such as https://example.com.',
    'Muss eine Adresse mit http oder https sein, etwa https://example.com.',
  ],
  [
    'Another document of posts has the same slug and day.',
    'Ein anderes Dokument von posts hat denselben Wert: slug und day.',
  ],
  ['There is no such field, did you mean "title"?', 'Dieses Feld gibt es nicht, meinten Sie "title"?'],
  ['Too early for us.', 'Too early for us.'],
])('at an input: %s', (english, german) => {
  const error = refused('The data is not valid.', [detail('a', english)]);
  expect(detailsIn('de', error)).toEqual([detail('a', german)]);
  expect(detailsIn('en', error)).toEqual([detail('a', english)]);
});

test('a message that is made of its details is made of them in German', () => {
  const issues = ['a', 'b', 'c', 'd'].map((path) => detail(path, 'Is required.'));
  const error = refused(
    'The data is not valid. a: Is required. b: Is required. c: Is required. (and 1 more)',
    issues,
  );
  expect(messageIn('de', error)).toBe(
    'Die Eingaben sind nicht gültig. a: Ist nötig. b: Ist nötig. c: Ist nötig. (und 1 weitere)',
  );
  expect(messageIn('en', error)).toBe(error.message);
  expect(messageIn('de', refused('name: Must not be empty.', [detail('name', 'Must not be empty.')]))).toBe(
    'name: Darf nicht leer sein.',
  );
  const weak = [
    detail('password', 'Must contain a digit.'),
    detail('password', 'Must contain a lowercase letter.'),
  ];
  expect(
    messageIn(
      'de',
      refused(
        'The password is not strong enough. Must contain a digit. Must contain a lowercase letter.',
        weak,
      ),
    ),
  ).toBe(
    'Das Passwort ist nicht stark genug. Muss eine Ziffer enthalten. Muss einen Kleinbuchstaben enthalten.',
  );
});

test('what a hook says stays in its words, with its details', () => {
  const error = refused('Not on Sundays.', [detail('day', 'A Sunday.'), detail('title', 'Is required.')]);
  expect(messageIn('de', error)).toBe('Not on Sundays.');
  expect(detailsIn('de', error)).toEqual([detail('day', 'A Sunday.'), detail('title', 'Ist nötig.')]);
  expect(detailsIn('de', new TypeError('a'))).toEqual([]);
});
