import { beforeAll, expect, test } from 'vitest';
import { english } from '../../../runtime/errors/reasons/english.js';
import { type Reason, reason } from '../../../runtime/errors/reasons/reason.js';
import { say } from '../../../runtime/errors/reasons/say.js';
import { type ErrorDetail, SvcError } from '../../../templates/sdk/errors.js';
import { detailsIn, loadServiceTexts, messageIn } from './service-text.js';

beforeAll(() => loadServiceTexts('de'));

function refused(why: Reason, details: readonly ErrorDetail[] = []): SvcError {
  const message = say(english, why, details);
  return new SvcError('BAD_USER_INPUT', message, { status: 400, details, ...why });
}

function detail(path: string, why: Reason): ErrorDetail {
  return { path, message: say(english, why), ...why };
}

test.each([
  [reason('text.tooLong', { max: 1 }), 'Darf höchstens ein Zeichen haben.'],
  [reason('list.tooShort', { min: 3 }), 'Muss mindestens 3 Einträge haben.'],
  [reason('number.tooSmall', { min: 0.5 }), 'Muss mindestens 0.5 sein.'],
  [reason('text.patternMismatch', { pattern: '/^[a.]+$/' }), 'Muss zu /^[a.]+$/ passen.'],
  [reason('value.notAllowed', { values: ['a', 'b'] }), 'Muss einer dieser Werte sein: "a", "b".'],
  [
    reason('value.wrongType', { wanted: 'url' }),
    'Muss eine Adresse mit http oder https sein, etwa https://example.com.',
  ],
  [
    reason('document.duplicateValues', { collection: 'posts', fields: ['slug', 'day'] }),
    'Ein anderes Dokument von posts hat denselben Wert: slug und day.',
  ],
  [reason('field.unknown', { near: 'title' }), 'Dieses Feld gibt es nicht, meinten Sie "title"?'],
])('at an input: %j', (why, german) => {
  const error = refused(reason('data.invalid'), [detail('a', why)]);
  expect(detailsIn('de', error)).toEqual([{ path: 'a', message: german }]);
  expect(detailsIn('en', error)).toEqual([detail('a', why)]);
});

test('a message that is made of its details is made of them in German', () => {
  const issues = ['a', 'b', 'c', 'd'].map((path) => detail(path, reason('value.required')));
  const error = refused(reason('data.invalid'), issues);
  expect(messageIn('de', error)).toBe(
    'Die Eingaben sind nicht gültig. a: Ist nötig. b: Ist nötig. c: Ist nötig. (und 1 weitere)',
  );
  expect(messageIn('en', error)).toBe(error.message);
  const empty = refused(reason('issues.first'), [detail('name', reason('value.empty'))]);
  expect(messageIn('de', empty)).toBe('name: Darf nicht leer sein.');
  const weak = [
    detail('password', reason('password.noDigit')),
    detail('password', reason('password.noLowercase')),
  ];
  expect(messageIn('de', refused(reason('password.weak'), weak))).toBe(
    'Das Passwort ist nicht stark genug. Muss eine Ziffer enthalten. Muss einen Kleinbuchstaben enthalten.',
  );
});

test('what a hook says stays in its words, with its details', () => {
  const details = [{ path: 'day', message: 'A Sunday.' }, detail('title', reason('value.required'))];
  const error = new SvcError('BAD_USER_INPUT', 'Not on Sundays.', { status: 400, details });
  expect(messageIn('de', error)).toBe('Not on Sundays.');
  expect(detailsIn('de', error)).toEqual([details[0], { path: 'title', message: 'Ist nötig.' }]);
  expect(detailsIn('de', new TypeError('a'))).toEqual([]);
});

test('a reason that this dashboard does not know is shown in English', () => {
  const error = new SvcError('CONFLICT', 'Something new.', { status: 409, reason: 'new.reason' });
  expect(messageIn('de', error)).toBe('Something new.');
});

test('a refusal of many writes names the first cause in German', () => {
  const issue = { message: 'The data is not valid. title: Is required.', reason: 'data.invalid' };
  const why = reason('many.nothingWritten', { failed: 1, count: 2, path: 'operations.1', issue });
  const error = refused(why, [detail('operations.1.data.title', reason('value.required'))]);
  expect(messageIn('de', error)).toBe(
    'Nichts wurde geschrieben: 1 von 2 sind gescheitert. operations.1.data.title: Ist nötig.',
  );
});
