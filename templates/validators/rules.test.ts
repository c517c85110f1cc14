import { expect, test } from 'vitest';
import { url } from './rules.js';

test('an address with umlauts is valid however many were checked before', () => {
  const rule = url();
  const refused = Array.from({ length: 50_000 }, () => rule.safeParse('https://exämple.org/ü')).filter(
    ({ success }) => !success,
  );
  expect(refused).toHaveLength(0);
});
