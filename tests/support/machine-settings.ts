/**
 * Vitest's global setup: removes a setting of the machine that makes each start of Node three times as
 * expensive. Node parses all certificates of `NODE_EXTRA_CA_CERTS` before its first line of code, and tests
 * start thousands of processes. Tests that install packages keep it.
 */
export function setup(): void {
  if (process.env['SVC_TEST_INSTALL'] || process.env['SVC_TEST_FRAMEWORKS']) return;
  delete process.env['NODE_EXTRA_CA_CERTS'];
}
