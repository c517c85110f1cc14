import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from './curl.js';

/** Returns the arguments that a shell passes to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
}

test('a filter goes into the query, encoded', () => {
  const command = curlCommand({
    method: 'GET',
    url: 'http://h/api/a',
    query: [['where', '{"a":"it\'s $HOME"}']],
  });
  expect(argumentsOf(command)).toEqual([
    '--get',
    'http://h/api/a',
    '--data-urlencode',
    'where={"a":"it\'s $HOME"}',
  ]);
});

test('a body is JSON, whatever it holds', () => {
  const body = { text: '\'; rm -rf / #`$(x)`"\n' };
  const command = curlCommand({ method: 'POST', url: 'http://h/api/a', body });
  const [url, header, type, flag, data = ''] = argumentsOf(command);
  expect([url, header, type, flag]).toEqual(['http://h/api/a', '-H', 'Content-Type: application/json', '-d']);
  expect(JSON.parse(data)).toEqual(body);
});

test('the method is named where curl would choose another', () => {
  expect(argumentsOf(curlCommand({ method: 'GET', url: 'http://h/' }))).toEqual(['http://h/']);
  expect(argumentsOf(curlCommand({ method: 'DELETE', url: 'http://h/' }))).toEqual([
    '-X',
    'DELETE',
    'http://h/',
  ]);
  const [flag, method] = argumentsOf(curlCommand({ method: 'PATCH', url: 'http://h/', body: {} }));
  expect([flag, method]).toEqual(['-X', 'PATCH']);
});
