import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLineOnly } from '../../bin/bundle/server-packages.js';
import { run } from '../support/svc-command.js';
import { repository } from './packed-package.js';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string };
    readonly expression?: string;
  }[];
}

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Row {
  readonly name: string;
  readonly license: string;
}

const accepted = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const page = readFileSync(join(repository, 'docs/dependencies.md'), 'utf8');
const bundled = JSON.parse(readFileSync(join(repository, 'dist/admin/licenses.json'), 'utf8')) as readonly {
  readonly name: string;
  readonly version: string;
  readonly identifier: string | null;
  readonly text: string | null;
}[];

/** The rows of the table below a heading. */
function rowsBelow(heading: string): readonly Row[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| ([^| ]+) \|/gm)].map(([, name, license]) => ({
    name: String(name),
    license: String(license),
  }));
}

function installedLicense(name: string): unknown {
  const file = join(repository, 'node_modules', name, 'package.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly license: unknown }).license
    : null;
}

async function billOfMaterials(): Promise<Bill> {
  const { stdout } = await run(process.execPath, ['scripts/sbom.js'], { cwd: repository });
  return JSON.parse(stdout) as Bill;
}

test('the page names every dependency, where it is used', () => {
  const names = Object.keys(manifest.dependencies).sort();
  expect(rowsBelow('On the machine that runs the command line').map(({ name }) => name)).toEqual(
    names.filter((name) => commandLineOnly.includes(name)),
  );
  expect(rowsBelow('On the server').map(({ name }) => name)).toEqual(
    names.filter((name) => !commandLineOnly.includes(name)),
  );
});

test('the licenses on the page are those of the packages', () => {
  const rows = ['On the server', 'On the machine that runs the command line', 'In the dashboard'].flatMap(
    rowsBelow,
  );
  expect(rows).toEqual(rows.map(({ name }) => ({ name, license: installedLicense(name) })));
});

test('the dashboard comes with the notice of every package in it', () => {
  const names = new Set(bundled.map(({ name }) => name));
  const exportOthers = ['radix-ui'];
  expect(
    rowsBelow('In the dashboard')
      .map(({ name }) => name)
      .filter((name) => !names.has(name)),
  ).toEqual(exportOthers);
  // The Unlicense asks for no notice.
  const needing = bundled.filter(({ identifier }) => identifier !== 'Unlicense');
  expect(needing.filter(({ text }) => !text?.toLowerCase().includes('copyright'))).toEqual([]);
});

test('the bill of materials lists what is installed and bundled, with hashes, and nothing of development', async () => {
  const bill = await billOfMaterials();
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'svc' } } });
  const names = new Set(bill.components.map(({ name }) => name));
  const shipped = [...Object.keys(manifest.dependencies), ...bundled.map(({ name }) => name)];
  expect(shipped.filter((name) => !names.has(name))).toEqual([]);
  expect(['vitest', 'playwright-core', 'typescript'].filter((name) => names.has(name))).toEqual([]);
  expect(bill.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([]);
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

test('every license allows use in closed products', async () => {
  const { components } = await billOfMaterials();
  const isAccepted = ({ licenses = [] }: Component): boolean =>
    licenses.some(({ license, expression }) =>
      (license?.id ?? expression ?? '').split(/[() ]+|OR/).some((id) => accepted.includes(id)),
    );
  expect(components.filter((component) => !isAccepted(component)).map(({ name }) => name)).toEqual([]);
});
