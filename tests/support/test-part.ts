/**
 * The part of the tests to run, so that no test runs twice if all parts run: `npm test` runs `quick`,
 * `npm run test:services` and `npm run test:compilers` run the others. `npm run test:postgres` repeats what
 * depends on the database (`postgres`). Without a part (`npx vitest run <file>`) a file runs completely.
 */
export type TestPart = 'quick' | 'services' | 'compilers' | 'postgres' | 'all';

export const testPart: TestPart = partOf(process.env['SVC_TEST_PART']);

function partOf(value: string | undefined): TestPart {
  if (value === undefined || value === '') return 'all';
  if (value === 'quick' || value === 'services' || value === 'compilers' || value === 'postgres')
    return value;
  throw new Error(`SVC_TEST_PART=${value} is none of quick, services, compilers and postgres.`);
}
