/** A server of a config whose routes have other schemas than the generated code describes does not start. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { type CommandResult, projectFolder, run, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig, defineRoute } from 'svc';
import { z } from 'zod';

const stats = defineRoute({
  id: 'stats', method: 'GET', path: '/stats/:year',
  params: z.object({ year: z.coerce.number().int().min(2000) }),
  response: z.object({ year: z.int() }),
  handler: ({ params }) => params,
});

export default defineConfig({ routes: [stats], collections: [{ slug: 'notes', fields: [{ name: 'text', type: 'text' }] }] });
`;
const check = `import { createApp } from './generated/server.js';
const app = createApp();
await app.ready();
await app.close();
`;

/** Opens the service of the generated code with the config as it is now. */
async function opened({ path }: TemporaryFolder): Promise<CommandResult> {
  const outfile = join(path, 'check.mjs');
  const entryPoints = [join(path, 'check.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return run(process.execPath, [outfile], { cwd: path, env: await databaseOfProject(path) });
}

test('a changed schema is refused until the code is generated again', { timeout: 120_000 }, async () => {
  using project = projectFolder({ 'svc.config.ts': config, 'check.ts': check });
  expect((await svc(['generate'], { cwd: project.path })).stderr).toBe('');
  expect(await opened(project)).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(join(project.path, 'svc.config.ts'), config.replace('min(2000)', 'min(1900)'));
  const refused = await opened(project);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'The config has changed since the server was generated: run svc generate.',
  );
  expect((await svc(['generate', '--check'], { cwd: project.path })).code).toBe(1);
  await svc(['generate'], { cwd: project.path });
  expect((await opened(project)).code).toBe(0);
  // The build brings zod of its own, in which the schemas are the same.
  expect((await svc(['build'], { cwd: project.path })).stderr).toBe('');
  const env = await databaseOfProject(project.path);
  await using server = await startServer(process.execPath, ['dist/server.js'], { cwd: project.path, env });
  expect(await (await fetch(`${server.url}/api/stats/1950`)).json()).toEqual({ year: 1950 });
});
