// Prints the end of a CI run from Vitest's JSON reports: a line per failed test and per failed step, and last
// `N passed, N failed`. node scripts/count-tests.js [--step <name of a failed step>]... <report.json>...
// Exits with 1 if anything failed, or if no test ran at all. A test that passed only when it was run once
// more is listed too (`UNSTABLE`); more than a few of them are a failure.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';

/** A CI run shows only the end of its output: max number of failure lines; the rest is counted. */
const maxFailures = 50;
/** More tests that passed only at the second try than a busy machine explains. */
const maxUnstable = 5;

const { values, positionals } = parseArgs({
  options: { step: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const failures = values.step.map((name) => `step: ${name}`);
const unstable = [];
let passed = 0;
for (const report of positionals) readReport(report);

for (const test of unstable) console.log(`UNSTABLE ${test}`);
if (unstable.length > maxUnstable) failures.push(`${unstable.length} tests passed only at the second try`);
for (const failure of failures.slice(0, maxFailures)) console.log(`FAILED ${failure}`);
if (failures.length > maxFailures) console.log(`and ${failures.length - maxFailures} more`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;

function readReport(path) {
  const suite = basename(path, '.json');
  if (!existsSync(path)) return void failures.push(`suite: ${suite} left no report`);
  const { numPassedTests, success, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  passed += numPassedTests;
  unstable.push(...testResults.flatMap(unstableOfFile).map((test) => `${suite}: ${test}`));
  const failed = testResults.flatMap(failuresOfFile).map((failure) => `${suite}: ${failure}`);
  failures.push(...failed);
  // An error outside every test (an unhandled rejection) fails the run and no test.
  if (!success && failed.length === 0) failures.push(`suite: ${suite} had an error outside its tests`);
}

/** Vitest keeps the messages of the first try. */
function unstableOfFile({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${pathOf(name)} > ${fullName}${reason(failureMessages[0])}`);
}

/** Suites on other releases of Node run in a copy of the tree. */
function pathOf(name) {
  return relative(process.cwd(), name).replace(/^\.\..*\/other-nodes\//, '');
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const file = pathOf(name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length > 0)
    return tests.map((test) => `${file} > ${test.fullName}${reason(test.failureMessages[0])}`);
  // A file that fails to load has no test that could fail.
  return status === 'failed' ? [`${file}${reason(message)}`] : [];
}

/** The first line of the failure. */
function reason(message = '') {
  const [line = ''] = message.split('\n');
  return line === '' ? '' : ` (${line.slice(0, 120)})`;
}
