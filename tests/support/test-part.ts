/**
 * The part of the tests to run, so that no test runs twice if all parts run: `npm test` runs `quick`,
 * `npm run test:browser`, `test:services` and `test:compilers` run the others. `npm run test:postgres`
 * repeats what depends on the database (`postgres`), and CI repeats on other releases of Node what may differ
 * there (`releases`). Without a part (`npx vitest run <file>`) a file runs completely.
 */
export type TestPart = 'quick' | 'browser' | 'services' | 'compilers' | 'postgres' | 'releases' | 'all';

const parts = ['quick', 'browser', 'services', 'compilers', 'postgres', 'releases'] as const;

export const testPart: TestPart = partOf(process.env['SVC_TEST_PART']);

function partOf(value: string | undefined): TestPart {
  if (value === undefined || value === '') return 'all';
  const part = parts.find((one) => one === value);
  if (part !== undefined) return part;
  throw new Error(`SVC_TEST_PART=${value} is none of ${parts.join(', ')}.`);
}
