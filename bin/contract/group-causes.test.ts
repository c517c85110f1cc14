import { expect, test } from 'vitest';
import { breaks, type ContractChange } from './change.js';
import { groupCauses } from './group-causes.js';

const at = (place: string, message: string, ...operations: readonly string[]): ContractChange => ({
  ...breaks(place, message),
  operations,
});

test('one change of several components, and inside of each, is one cause with all operations', () => {
  const message = 'also accepts "c"';
  expect(
    groupCauses([
      at('PostWhere.kind', message, 'GET /posts'),
      at('PostWhere.kind.equals', message, 'GET /posts'),
      at('PostWhere.kind.in[]', message, 'GET /posts'),
      at('PostCreate.kind', message, 'POST /posts'),
      at('PostCreate.kinds', message, 'POST /posts'),
    ]),
  ).toEqual([
    { place: 'PostWhere.kind', others: ['PostCreate'], message, operations: ['GET /posts', 'POST /posts'] },
    { place: 'PostCreate.kinds', others: [], message, operations: ['POST /posts'] },
  ]);
});

test('what many operations have lost is one cause, while operations that are gone are named one by one', () => {
  const credential = 'no longer accepts requests without credentials';
  const gone = (operation: string): ContractChange => ({
    ...at('', 'was removed', operation),
    isOfOperation: true,
  });
  expect(
    groupCauses([
      ...['GET /a', 'GET /b'].map((operation) => at('', credential, operation)),
      ...['GET /a', 'GET /b'].map((operation) => at('query limit', 'was removed', operation)),
      gone('GET /c'),
      gone('GET /d'),
    ]),
  ).toEqual([
    { place: '', others: [], message: credential, operations: ['GET /a', 'GET /b'] },
    { place: 'query limit', others: [], message: 'was removed', operations: ['GET /a', 'GET /b'] },
    { place: '', others: [], message: 'was removed', operations: ['GET /c'] },
    { place: '', others: [], message: 'was removed', operations: ['GET /d'] },
  ]);
});
