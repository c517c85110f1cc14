// Prints the end of a CI run from Vitest's JSON reports: a line per failed test and per failed step, and last
// `N passed, N failed`. node scripts/count-tests.js [--step <name of a failed step>]... <report.json>...
// Exits with 1 when anything failed, or when no test ran at all.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';

/** A CI run shows only the end of its output: max number of failure lines; the rest is counted. */
const maxFailures = 50;

const { values, positionals } = parseArgs({
  options: { step: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const failures = values.step.map((name) => `step: ${name}`);
let passed = 0;
for (const report of positionals) readReport(report);

for (const failure of failures.slice(0, maxFailures)) console.log(`FAILED ${failure}`);
if (failures.length > maxFailures) console.log(`and ${failures.length - maxFailures} more`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;

function readReport(path) {
  const suite = basename(path, '.json');
  if (!existsSync(path)) return void failures.push(`suite: ${suite} left no report`);
  const { numPassedTests, success, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  passed += numPassedTests;
  const failed = testResults.flatMap(failuresOfFile).map((failure) => `${suite}: ${failure}`);
  failures.push(...failed);
  // An error outside every test (an unhandled rejection) fails the run and no test.
  if (!success && failed.length === 0) failures.push(`suite: ${suite} had an error outside its tests`);
}

function failuresOfFile({ name, status, message, assertionResults }) {
  // Suites on other releases of Node run in a copy of the tree.
  const file = relative(process.cwd(), name).replace(/^\.\..*\/other-nodes\//, '');
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
