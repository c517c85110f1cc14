import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Contender, NodeProgram, Place } from './contender.js';

/** The Node of a path. */
export function nodeAt(program: string): NodeProgram {
  const { status, stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} is not Node: ${error?.message ?? `it ended with ${status}`}`);
  const version = stdout.trim();
  return { program, version, major: Number.parseInt(version.slice(1), 10) };
}

/**
 * Installs a product into `<folder>/<name>-node<major>`, unless just this is there already.
 *
 * @param project The folder of its files.
 * @param folder The folder of all installations.
 * @returns The place, and whether it was installed now.
 */
export function install(
  contender: Contender,
  project: string,
  node: NodeProgram,
  folder: string,
): Place & { isNew: boolean } {
  const place = { folder: join(folder, `${contender.name}-node${node.major}`), node };
  const manifest = JSON.stringify(contender.manifest(node), null, 2);
  const mark = join(place.folder, 'installed.txt');
  const wanted = fingerprint(manifest, project);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return { ...place, isNew: false };
  rmSync(place.folder, { recursive: true, force: true });
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(join(place.folder, 'package.json'), manifest);
  cpSync(project, place.folder, { recursive: true });
  run(place, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  contender.build(place);
  writeFileSync(mark, wanted);
  return { ...place, isNew: true };
}

/** Runs a program of a project to its end, with the place's Node in front of the path. */
export function run(
  { folder, node }: Place,
  program: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const bin = dirname(node.program);
  const { status, stdout, stderr } = spawnSync(program, argv, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PATH: `${bin}${delimiter}${process.env['PATH']}`,
      // Native code is compiled against the headers of this Node, if they came with it.
      ...(existsSync(join(bin, '../include/node')) && { npm_config_nodedir: dirname(bin) }),
      ...env,
    },
  });
  if (status !== 0)
    throw new Error(`${program} ${argv.join(' ')} ended with ${status} in ${folder}\n${stdout}\n${stderr}`);
}

function fingerprint(manifest: string, project: string): string {
  const hash = createHash('sha256').update(manifest);
  const files = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(project.length)).update(readFileSync(file));
  return hash.digest('hex');
}
