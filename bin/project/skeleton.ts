import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import Handlebars from 'handlebars';
import { packageRoot } from '../../runtime/cli/index.js';
import type { ProjectFile } from './write-project.js';

/** Values for the templates of a new project. */
export interface SkeletonValues {
  /** For people: the folder's name. */
  readonly title: string;
  /** The title as a TypeScript literal. */
  readonly titleLiteral: string;
  readonly packageName: string;
  /** The running Node: native packages in the lock file are chosen for it. */
  readonly nodeMajor: string;
  /** The tarball of svc in the project's folder, with `/`, if there is one. */
  readonly tarball: string | null;
}

const secretBytes = 32;
const ownerOnly = 0o600;

/**
 * Template in `templates/init/` → file of the project. npm never packs a `.gitignore`, so no template begins
 * with a dot.
 */
const templates = {
  'svc.config.ts.hbs': 'svc.config.ts',
  'tsconfig.json.hbs': 'tsconfig.json',
  'env.hbs': '.env',
  'env.example.hbs': '.env.example',
  'gitignore.hbs': '.gitignore',
  'README.md.hbs': 'README.md',
  'Dockerfile.hbs': 'Dockerfile',
  'dockerignore.hbs': '.dockerignore',
  'docker-compose.yml.hbs': 'docker-compose.yml',
  'nginx.conf.hbs': 'nginx.conf',
} as const;

/** Every file of a new project except its package.json. */
export function skeletonFiles({ tarball, ...names }: SkeletonValues): readonly ProjectFile[] {
  const values = { ...names, copyTarball: tarball === null ? '' : copyLine(tarball) };
  const secret = randomBytes(secretBytes).toString('base64url');
  return Object.entries(templates).map(([template, path]) => {
    const content = render(template, path === '.env' ? { ...values, secret } : values);
    return path === '.env' ? { path, content, mode: ownerOnly } : { path, content };
  });
}

/** A folder of tarballs is copied whole: the next version has another name. */
function copyLine(tarball: string): string {
  const folder = posix.dirname(tarball);
  const [from, to] = folder === '.' ? [tarball, './'] : [`${folder}/`, `${folder}/`];
  return /\s/.test(from) ? `COPY ${JSON.stringify([from, to])}\n` : `COPY ${from} ${to}\n`;
}

function render(template: string, values: object): string {
  const text = readFileSync(join(packageRoot, 'templates/init', template), 'utf8');
  return Handlebars.compile(text, { noEscape: true, strict: true })(values);
}
