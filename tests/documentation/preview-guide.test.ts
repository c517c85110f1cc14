/** The pages in docs/preview.md compile as those of a strict project of Next.js, which is declared here. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { projectFolder, run, svc } from '../support/svc-command.js';
import { blocksOf, namedFiles } from './code-blocks.js';

const page = 'docs/preview.md';

const nextHeaders = `declare module 'next/headers' {
  interface Cookies {
    getAll(): { name: string; value: string }[];
    set(name: string, value: string, options?: object): unknown;
  }
  export function cookies(): Promise<Cookies>;
}
`;

test('the pages of the guide compile under strict', async () => {
  const blocks = blocksOf(page);
  const config = blocks.find(({ code }) => code.includes('defineConfig('))?.code ?? '';
  const plain = blocks.find(({ code }) => code.includes("document.querySelector('h1')"))?.code ?? '';
  const pages = namedFiles(page);
  expect(Object.keys(pages)).toEqual(['app/preview/[id]/page.tsx', 'app/preview/[id]/live-post.tsx']);
  expect(plain).toContain('onPreview(');
  using folder = projectFolder({
    ...pages,
    'plain.ts': plain,
    'next.d.ts': nextHeaders,
    // The SDK has an entry for servers where the service has accounts.
    'svc.config.ts': config.replace('collections:', "auth: { secret: 'x'.repeat(32) },\n  collections:"),
  });
  expect(await svc(['generate'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
  const magazine = JSON.parse(readFileSync(join(packageRoot, 'examples/magazine/tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const compilerOptions = { ...magazine.compilerOptions, incremental: false, plugins: [], types: [] };
  const typeRoots = [join(packageRoot, 'node_modules/@types')];
  const paths = {
    react: [join(typeRoots[0] ?? '', 'react')],
    'react/*': [join(typeRoots[0] ?? '', 'react/*')],
  };
  const tsconfig = {
    compilerOptions: { ...compilerOptions, typeRoots, paths },
    include: ['app', '*.ts'],
    exclude: ['svc.config.ts'],
  };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout, code } = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder.path });
  expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
}, 60_000);
