import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generate } from '../../generator/generate.js';
import { packageRoot } from '../../runtime/util/package-root.js';

/** Texts by path below the folder of a project. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** The sources of a fixture, without what is expected of it. */
export function fixtureFiles(fixture: string): ProjectFiles {
  const folder = join(packageRoot, 'fixtures', fixture);
  const paths = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (entry.name === 'expected') return [];
    const inner = readdirSync(join(folder, entry.name), { recursive: true, withFileTypes: true });
    return inner
      .filter((file) => file.isFile())
      .map((file) => relative(folder, join(file.parentPath, file.name)));
  });
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/**
 * The folder of a generated project, inside the repository so that its packages resolve. The tests of a run
 * share it, in all workers: generating and loading a project takes seconds. So a test changes nothing in it.
 */
export async function generatedProject(files: ProjectFiles): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 20);
  const folder = join(folderOfRun(), key);
  if (existsSync(folder)) return folder;
  const made = await ownGeneratedProject(files);
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another worker was faster.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The same in a new folder, for a test that changes the project. The caller removes it. */
export async function ownGeneratedProject(files: ProjectFiles): Promise<string> {
  const folder = mkdtempSync(join(folderOfRun(), 'own-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await generate({ cwd: folder });
  return folder;
}

function folderOfRun(): string {
  const folder = process.env['SVC_TEST_PROJECTS'];
  if (folder === undefined) throw new Error('The folder of projects of this test run was not made.');
  return folder;
}
