/** docs/errors.md lists exactly the codes of the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '../../runtime/errors/codes.js';
import { packageRoot } from '../../runtime/util/package-root.js';

const page = readFileSync(join(packageRoot, 'docs/errors.md'), 'utf8');

test('docs/errors.md has every code with its status and meaning, and what to do', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` *\| (\d+) *\| (.+?) *\| (.+?) *\|$/gm)];
  const listed = rows.map(([, code, status, when]) => [code, Number(status), when]);
  expect(listed).toEqual(Object.entries(errorCodes).map(([code, { status, when }]) => [code, status, when]));
  expect(rows.filter(([, , , , advice = '']) => advice.length < 10)).toEqual([]);
});
