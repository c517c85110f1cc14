// Prints the last line of a CI run, `N passed, N failed`, from Vitest's JSON reports.
//   node scripts/count-tests.js <failed steps that are no tests> <report.json>...
// Exits with 1 when anything failed, or when no test ran at all.
import { existsSync, readFileSync } from 'node:fs';

const [failedSteps = '0', ...reports] = process.argv.slice(2);

const total = { passed: 0, failed: Number(failedSteps) };
for (const report of reports) {
  const { passed, failed } = existsSync(report) ? countReport(report) : { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function countReport(file) {
  const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  // A file that does not even load has no test that could fail.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = numFailedTests + unloaded.length;
  // An error outside every test (an unhandled rejection) fails the run and no test.
  return { passed: numPassedTests, failed: success || failed > 0 ? failed : 1 };
}
