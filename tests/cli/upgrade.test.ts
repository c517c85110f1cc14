/** `svc upgrade`: what a project has to change, with file and line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionChanges } from '../../bin/upgrade/version-changes.js';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
});
`;

interface Found {
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly todo: string;
  readonly isNeeded: boolean;
}

interface Report {
  readonly ok: boolean;
  readonly from: string | null;
  readonly findings: readonly Found[];
  readonly notes: readonly object[];
}

async function upgrade(
  { path }: TemporaryFolder,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly report: Report }> {
  const { code, stdout } = await svc(['upgrade', '--json', ...args], { cwd: path });
  return { code, report: JSON.parse(stdout) as Report };
}

describe('svc upgrade', { timeout: 60_000 }, () => {
  test('names generated code, packages, sources and migrations that do not fit, each with its place', async () => {
    using project = projectFolder({
      'svc.config.ts': config,
      'package.json':
        '{\n  "type": "module",\n  "dependencies": {\n    "svc": "^0.0.9",\n    "zod": "^3.25.0"\n  }\n}\n',
      'src/site.ts': "import { createClient } from '../generated/sdk/index.ts';\n\nawait client.auth.me();\n",
      'src/.hidden/x.ts': "import '../generated/sdk/index.ts';\n",
      'node_modules/other/x.ts': "import '../generated/sdk/index.ts';\n",
    });
    await svc(['generate'], { cwd: project.path });
    await svc(['migrate', 'create'], { cwd: project.path });
    const server = join(project.path, 'generated/server.ts');
    writeFileSync(server, readFileSync(server, 'utf8').replace(/fits: '[^']+'/, "fits: '0.0'"));
    const more = config.replace(`type: 'text' }`, `type: 'text' }, { name: 'lead', type: 'text' }`);
    writeFileSync(join(project.path, 'svc.config.ts'), more);

    const { code, report } = await upgrade(project);
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, from: '0.0' });
    const needed = report.findings.filter(({ isNeeded }) => isNeeded);
    expect(needed.map(({ file, line }) => [file, line])).toEqual([
      ['package.json', 4],
      ['package.json', 5],
      ['src/site.ts', 1],
      ['generated/server.ts', expect.any(Number)],
      ['migrations', null],
    ]);
    expect(needed[3]?.message).toContain('The code was generated for svc 0.0');
    expect(needed[4]?.message).toBe('The tables change (posts.lead is new).');
    expect(report.findings.filter(({ isNeeded }) => !isNeeded)).toMatchObject([
      { file: 'src/site.ts', line: 3, todo: expect.stringContaining('user === null') },
    ]);
    expect(report.notes.length).toBe(versionChanges.filter(({ find }) => find === null).length);

    const shown = await svc(['upgrade'], { cwd: project.path });
    expect(shown.stdout).toContain('change src/site.ts:1 Since 0.2: The SDK is JavaScript');
    expect(shown.stdout).toContain('check  src/site.ts:3 Since 0.2: `client.auth.me()`');
    expect(shown.stderr).toBe('error: 5 places to change; docs/upgrading.md has the reasons.\n');
  });

  test('names options of the config that are wrong now, with line and suggestion', async () => {
    using project = projectFolder({ 'svc.config.ts': config.replace('slug:', 'slgu:') });
    const { code, report } = await upgrade(project);
    expect(code).toBe(1);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ part: 'config', file: 'svc.config.ts', line: 4, isNeeded: true }),
    );
  });

  test('says which generated files are out of date, and nothing of a project that fits', async () => {
    using project = projectFolder({ 'svc.config.ts': config });
    expect((await upgrade(project, '--from', '99.0')).report.findings).toMatchObject([
      { part: 'generated', file: 'generated', todo: 'Run svc generate.' },
    ]);
    await svc(['generate'], { cwd: project.path });
    const elsewhere = config.replace('defineConfig({', "defineConfig({ output: 'src/api',");
    writeFileSync(join(project.path, 'svc.config.ts'), elsewhere);
    expect((await upgrade(project)).report.findings).toMatchObject([{ file: 'src/api' }]);
    writeFileSync(join(project.path, 'svc.config.ts'), config);
    const fits = await upgrade(project, '--from', '99.0');
    expect(fits).toEqual({ code: 0, report: { ok: true, from: '99.0', findings: [], notes: [] } });
    const { stdout } = await svc(['upgrade', '--from', '99.0'], { cwd: project.path });
    expect(stdout).toBe('Nothing has to change.\n');
  });
});

/** A line of source for each change that is found in sources. */
const samples: Readonly<Record<string, readonly [file: string, line: string]>> = {
  'imports from `generated/sdk` that end in `.ts`': [
    'src/a.ts',
    "import { x } from './generated/sdk/core/index.ts';",
  ],
  'scripts that bundle `generated/server.ts`': [
    'package.json',
    '    "build": "esbuild --bundle generated/server.ts --outfile=x.js",',
  ],
  '`.faults` in scripts': ['ci.js', 'for (const fault of result.faults) print(fault);'],
  'calls of `auth.me()`': ['src/a.tsx', 'const { user } = await client.auth.me();'],
  "`'NETWORK'` in sources": ['src/a.ts', "if (error.code === 'NETWORK') retry();"],
  '`afterRead` in sources': ['svc.config.ts', '      afterRead: ({ document }) => document,'],
  "`slug: 'svc'` in the config": ['svc.config.ts', "    { slug: 'svc', fields: [] },"],
  '`Idempotent-Replayed` in sources': ['src/a.ts', "response.headers.get('idempotent-replayed')"],
  '`svc_long_reads` in files of metrics': ['alerts.yml', '  expr: rate(svc_long_reads_total[5m]) > 1'],
};

test.each(versionChanges.flatMap(({ find }) => (find === null ? [] : [find])))(
  '$title are found',
  ({ title, files, line }) => {
    const [file = '', text = ''] = samples[title] ?? [];
    expect([files.test(file), line.test(text)]).toEqual([true, true]);
    expect(line.test("import { createClient } from './generated/sdk/index.js';")).toBe(false);
  },
);

describe('docs/upgrading.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');

  test('has every change of the table under its version, with what to do and how it is found, and no other', () => {
    const rows = page.split(/^## (?=\d)/m).flatMap((part) => {
      const [version = ''] = part.split('\n');
      return [...part.matchAll(/^\| (?!-)(.+) \| (.+) \| (.+) \|$/gm)]
        .slice(1)
        .map(([, what, todo, found]) => [version, what, todo, found]);
    });
    expect(rows).toEqual(
      versionChanges.map(({ version, what, todo, find, isCertain }) => [
        version.replace(/\.0$/, ''),
        what,
        todo,
        find === null ? 'not found in sources' : `${find.title}${isCertain ? '' : ' (to check)'}`,
      ]),
    );
  });
});
