import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from '../support/svc-command.js';

const repository = resolve(import.meta.dirname, '../..');

interface TestOfReport {
  readonly status: 'passed' | 'failed';
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

const passing: TestOfReport = { status: 'passed', fullName: 'a list is paged', failureMessages: [] };
const failing: TestOfReport = {
  status: 'failed',
  fullName: 'a list is sorted',
  failureMessages: ['AssertionError: expected 1 to be 2\n    at somewhere'],
};

/** A report in the format of Vitest, with the properties that are read. */
function report(
  file: string,
  tests: readonly TestOfReport[],
  { message = '', success = false } = {},
): string {
  const isFailed = message !== '' || tests.includes(failing);
  return JSON.stringify({
    success,
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    testResults: [{ name: file, status: isFailed ? 'failed' : 'passed', message, assertionResults: tests }],
  });
}

async function summary(
  reports: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  using folder = temporaryFolder(reports);
  const files = Object.keys(reports).map((name) => join(folder.path, name));
  const program = [join(repository, 'scripts/count-tests.js'), ...args, ...files];
  const { code, stdout } = await run(process.execPath, program, { cwd: repository });
  return { code, lines: stdout.trimEnd().split('\n') };
}

test('a run without a failure is its count', async () => {
  const reports = { 'unit.json': report(join(repository, 'tests/a.test.ts'), [passing], { success: true }) };
  expect(await summary(reports)).toEqual({ code: 0, lines: ['1 passed, 0 failed'] });
});

test('a run without a test has failed', async () => {
  expect(await summary({})).toEqual({ code: 1, lines: ['0 passed, 0 failed'] });
});

test('every failed test and step has a line before the count', async () => {
  const reports = {
    'unit.json': report(join(repository, 'tests/a.test.ts'), [passing, failing]),
    'node-24.json': report('/var/run-1/other-nodes/tests/a.test.ts', [failing, passing]),
  };
  expect(await summary(reports, '--step', 'lint', '--step', 'Chromium and nginx')).toEqual({
    code: 1,
    lines: [
      'FAILED step: lint',
      'FAILED step: Chromium and nginx',
      'FAILED unit: tests/a.test.ts > a list is sorted (AssertionError: expected 1 to be 2)',
      'FAILED node-24: tests/a.test.ts > a list is sorted (AssertionError: expected 1 to be 2)',
      '2 passed, 4 failed',
    ],
  });
});

test('a file that does not load, a suite that left no report and an error outside tests are failures', async () => {
  const reports = {
    'unit.json': report(join(repository, 'tests/a.test.ts'), [], { message: 'SyntaxError: Unexpected end' }),
    'postgres.json': report(join(repository, 'tests/b.test.ts'), [passing]),
  };
  expect(await summary(reports, '/nowhere/frameworks.json')).toEqual({
    code: 1,
    lines: [
      'FAILED suite: frameworks left no report',
      'FAILED unit: tests/a.test.ts (SyntaxError: Unexpected end)',
      'FAILED suite: postgres had an error outside its tests',
      '1 passed, 3 failed',
    ],
  });
});

const second: TestOfReport = { ...failing, status: 'passed' };

test('a test that passed only at the second try is named, and counts as passed', async () => {
  const reports = {
    'unit.json': report(join(repository, 'tests/a.test.ts'), [passing, second], { success: true }),
  };
  expect(await summary(reports)).toEqual({
    code: 0,
    lines: [
      'UNSTABLE unit: tests/a.test.ts > a list is sorted (AssertionError: expected 1 to be 2)',
      '2 passed, 0 failed',
    ],
  });
});

test('more than five of them are a failure', async () => {
  const many = Array.from({ length: 6 }, () => second);
  const reports = { 'unit.json': report(join(repository, 'tests/a.test.ts'), many, { success: true }) };
  const { code, lines } = await summary(reports);
  expect(code).toBe(1);
  expect(lines.slice(-2)).toEqual(['FAILED 6 tests passed only at the second try', '6 passed, 1 failed']);
});

test('more failures than the end of a log shows are cut, and counted', async () => {
  const many = Array.from({ length: 60 }, () => failing);
  const { lines } = await summary({ 'unit.json': report(join(repository, 'tests/a.test.ts'), many) });
  expect(lines).toHaveLength(52);
  expect(lines.slice(-2)).toEqual(['and 10 more', '0 passed, 60 failed']);
});
