/** The tables in `docs/spec/tests/` name, for each line of a specification, tests that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';

const folder = join(packageRoot, 'docs/spec/tests');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** A line of a table below a heading. */
interface Row {
  readonly heading: string;
  readonly line: string;
  readonly tests: string;
}

function rowsOf(page: string): readonly Row[] {
  const rows: Row[] = [];
  let heading = '';
  for (const text of readFileSync(join(folder, page), 'utf8').split('\n')) {
    if (text.startsWith('## ')) heading = text.slice(3);
    const cells = /^\| (.+?) \| (.+) \|$/.exec(text);
    if (cells === null) {
      if (text.startsWith('|')) rows.push({ heading, line: text, tests: '' });
    } else if (!/^(Line|-+)$/.test(cells[1] ?? '')) {
      rows.push({ heading, line: cells[1] ?? '', tests: cells[2] ?? '' });
    }
  }
  return rows;
}

/** What is wrong with a cell of tests; null where nothing is. */
function faultOf(tests: string): string | null {
  if (/^No test: \S/.test(tests)) return null;
  for (const each of tests.split(/; (?=`)/)) {
    const [, file, title] = /^`([^`]+)` "(.+)"$/.exec(each) ?? [];
    if (file === undefined || title === undefined) return `is no test: ${each}`;
    if (!existsSync(join(packageRoot, file))) return `does not exist: ${file}`;
    if (!hasTitle(readFileSync(join(packageRoot, file), 'utf8'), title)) return `${file} has no "${title}"`;
  }
  return null;
}

/** Whether a source has a string with this text: a template, where a test runs with several values. */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const escaped = title.replaceAll(quote, `\\${quote}`);
    return source.includes(quote + title + quote) || source.includes(quote + escaped + quote);
  });
}

test.each(pages)('%s names tests that exist, or says why a line has none', (page) => {
  const rows = rowsOf(page);
  expect(rows.length).toBeGreaterThan(50);
  const faults = rows.flatMap(({ heading, line, tests }) => {
    const fault = faultOf(tests);
    return fault === null ? [] : [`${heading}: ${line}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test.each(pages)('%s has a heading for each section of its specification', (page) => {
  const headings = (file: string): readonly string[] =>
    [...readFileSync(file, 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const listed = headings(join(folder, page));
  const missing = headings(join(packageRoot, 'docs/spec', page)).filter((one) => !listed.includes(one));
  expect(missing).toEqual([]);
});
