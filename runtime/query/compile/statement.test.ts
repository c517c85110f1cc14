import { expect, test } from 'vitest';
import { sqliteSql } from '../../storage/dialects/sqlite/sql.js';
import { behindList, byIndexes, inOrderOf, nextAlias } from './statement.js';

test('every table of a statement has an alias of its own', () => {
  const context = byIndexes(sqliteSql);
  expect([nextAlias(context), nextAlias(context), nextAlias(context)]).toEqual(['r1', 'r2', 'r3']);
  expect(nextAlias(inOrderOf(new Set(['title']), sqliteSql))).toBe('r1');
});

test('a filter with more tables than the database plans in time is refused', () => {
  const context = byIndexes({ ...sqliteSql, maxTables: 2 });
  nextAlias(context);
  nextAlias(context);
  expect(() => nextAlias(context)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: 'The filter is too complex for the database: use fewer conditions through several relations.',
      details: [
        expect.objectContaining({
          path: 'where',
          message: 'Use fewer conditions through several relations.',
        }),
      ],
    }),
  );
  const unlimited = byIndexes({ ...sqliteSql, maxTables: null });
  for (let at = 0; at < 1_000; at += 1) nextAlias(unlimited);
  expect(nextAlias(unlimited)).toBe('r1001');
});

test('lists are counted while what is behind them is written', () => {
  const context = byIndexes(sqliteSql);
  const depth = behindList(context, () => [context.lists, behindList(context, () => context.lists)]);
  expect([depth, context.lists]).toEqual([[1, 2], 0]);
});
