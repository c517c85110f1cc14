// Builds the documentation as a site in `site/dist`: `npm run docs`. VitePress is installed here, at the
// version of `site/package-lock.json`, and not with the packages of svc: it brings 125 packages and an older
// Vite.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = dirname(fileURLToPath(import.meta.url));
const root = join(site, '..');
const target = join(site, 'pages');

const pages = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'admin/README.md'],
  ...readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

// The first page is the README. Links are those of the repository, apart from links to it.
rmSync(target, { recursive: true, force: true });
for (const page of pages) {
  const file = join(target, page === 'README.md' ? 'index.md' : page);
  mkdirSync(dirname(file), { recursive: true });
  const home = posix.join(posix.relative(posix.dirname(page), ''), 'README.md');
  writeFileSync(
    file,
    readFileSync(join(root, page), 'utf8').replaceAll(`](${home}`, `](${home.replace('README', 'index')}`),
  );
}
const pictures = join(root, 'docs/pictures');
if (existsSync(pictures)) cpSync(pictures, join(target, 'docs/pictures'), { recursive: true });

run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.', ...process.argv.slice(2)]);

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
