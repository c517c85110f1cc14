import { expect, test, vi } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { sqliteSql } from '../../storage/dialects/sqlite/sql.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { remembered } from './remembered.js';

function collections(): readonly [CollectionDescriptor, CollectionDescriptor] {
  const { collections: found } = describeConfig({
    collections: [
      { slug: 'posts', fields: [] },
      { slug: 'pages', fields: [] },
    ],
  });
  return found as readonly [CollectionDescriptor, CollectionDescriptor] & typeof found;
}

const ownDialect = (): SqlDialect => ({ ...sqliteSql });

test('a value is made once for a database, a collection and a key', () => {
  const [posts, pages] = collections();
  const [one, other] = [ownDialect(), ownDialect()];
  const make = vi.fn(() => ({}));
  const first = remembered({ dialect: one, document: posts }, 'a', make);
  expect(remembered({ dialect: one, document: posts }, 'a', make)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  const others = [
    remembered({ dialect: one, document: posts }, 'b', make),
    remembered({ dialect: one, document: pages }, 'a', make),
    remembered({ dialect: other, document: posts }, 'a', make),
  ];
  expect(new Set([first, ...others]).size).toBe(4);
  expect(remembered({ dialect: one, document: posts }, 'a', make)).toBe(first);
  expect(make).toHaveBeenCalledTimes(4);
});

test('the value of a very long key is not kept', () => {
  const [posts] = collections();
  const rows = { dialect: ownDialect(), document: posts };
  const make = vi.fn(() => ({}));
  for (const length of [2_000, 2_000, 2_001, 2_001]) remembered(rows, 'k'.repeat(length), make);
  expect(make).toHaveBeenCalledTimes(3);
});

test('thousands of keys are forgotten at once, and no more than that are kept', () => {
  const [posts] = collections();
  const rows = { dialect: ownDialect(), document: posts };
  const make = vi.fn(() => ({}));
  for (let at = 0; at < 10_000; at += 1) remembered(rows, `key ${at}`, make);
  expect(make).toHaveBeenCalledTimes(10_000);
  make.mockClear();
  remembered(rows, 'key 9999', make);
  expect(make).not.toHaveBeenCalled();
  remembered(rows, 'key 0', make);
  expect(make).toHaveBeenCalledTimes(1);
});
