import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadDotEnv, parseDotEnv } from './dot-env.js';

const parsed = (text: string): Readonly<Record<string, string>> => Object.fromEntries(parseDotEnv(text));

test.each([
  ['plain', 'A=1', { A: '1' }],
  ['nothing', '', {}],
  ['an empty value', 'A=\nB=2', { A: '', B: '2' }],
  ['space around', '  A  =  1 2  \n', { A: '1 2' }],
  ['export', 'export A=1', { A: '1' }],
  ['line ends of Windows', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['a byte order mark', '\uFEFFA=1', { A: '1' }],
  ['comments', '# no\nA=1 # one\nB= # none\n #C=3', { A: '1', B: '' }],
  ['a mark that is no comment', 'A=pa#ss\nB="x # y"', { A: 'pa#ss', B: 'x # y' }],
  ['double quotes', 'A="a b"\nB=""', { A: 'a b', B: '' }],
  ['single quotes and backticks', "A='a \"b\" \\n'\nB=`it's`", { A: 'a "b" \\n', B: "it's" }],
  ['escapes', 'A="a\\nb\\t\\"c\\"\\\\n\\$"', { A: 'a\nb\t"c"\\n\\$' }],
  ['several lines', 'A="-----BEGIN\nabc\n-----END"\nB=2', { A: '-----BEGIN\nabc\n-----END', B: '2' }],
  ['an open quote', 'A="open\nB=2', { A: '"open', B: '2' }],
  ['equals signs', 'A=x=y==', { A: 'x=y==' }],
  ['lines that are no assignment', 'nonsense\nA=1\n=x\nB=2', { A: '1', B: '2' }],
  ['a name given twice', 'A=1\nA=2', { A: '2' }],
  ['a URL', 'A=postgres://u:p@h:5432/d?x=1', { A: 'postgres://u:p@h:5432/d?x=1' }],
])('a .env file may have %s', (_what, text, values) => {
  expect(parsed(text)).toEqual(values);
});

test('names of prototype members are names like others', () => {
  expect([...parseDotEnv('constructor=1\n__proto__=2\ntoString=3')]).toEqual([
    ['constructor', '1'],
    ['__proto__', '2'],
    ['toString', '3'],
  ]);
});

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), text);
  return folder;
}

test('what is set already wins, also when it is empty', () => {
  const env = { A: 'outside', B: '' };
  loadDotEnv(folderWith('A=1\nB=2\nC=3'), env);
  expect(env).toEqual({ A: 'outside', B: '', C: '3' });
});

test('a second reading follows the file, and leaves what others have set since', () => {
  const folder = folderWith('A=1\nB=2\nC=3');
  const env: NodeJS.ProcessEnv = {};
  loadDotEnv(folder, env);
  env['C'] = 'mine';
  writeFileSync(join(folder, '.env'), 'A=one');
  loadDotEnv(folder, env);
  expect(env).toEqual({ A: 'one', C: 'mine' });
});

test('no file is no variable', () => {
  const folder = folderWith('');
  rmSync(join(folder, '.env'));
  expect(() => loadDotEnv(folder, {})).not.toThrow();
  mkdirSync(join(folder, '.env'));
  expect(() => loadDotEnv(folder, {})).not.toThrow();
});
