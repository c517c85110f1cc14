/** What becomes of `svc dev` and its server when the programs that started it end. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServerProcess, startCommand, startServer } from '../support/server-process.js';
import { projectFolder, svcBinary, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const files = {
  'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] });
`,
};
/** A shell that gets SIGINT alone waits for its command; Ctrl-C in a terminal reaches both. */
const toOne = ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const;
const command = `"${process.execPath}" "${svcBinary}" dev`;

/** A project in which `npx svc` finds the command. */
function project(): TemporaryFolder {
  const folder = projectFolder(files);
  mkdirSync(join(folder.path, 'node_modules/.bin'));
  symlinkSync(svcBinary, join(folder.path, 'node_modules/.bin/svc'));
  return folder;
}

interface Tree {
  readonly server: ServerProcess;
  /** The processes of it that run. */
  running(): readonly number[];
}

let trees = 0;

async function started(
  { path }: TemporaryFolder,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Tree> {
  const mark = `TEST_TREE=${process.pid}-${trees++}-`;
  const [name = '', value = ''] = mark.split('=');
  const all = { ...(await databaseOfProject(path)), ...env, [name]: value };
  const server = await startServer(program, args, { cwd: path, env: all });
  return { server, running: () => processesWith(mark) };
}

function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
      } catch {
        // It has ended meanwhile, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}

describe.runIf(process.platform === 'linux')('svc dev', { timeout: 60_000 }, () => {
  test.each(toOne)('ends with its server when npx gets %s', async (signal) => {
    using folder = project();
    const tree = await started(folder, ['npx', 'svc', 'dev']);
    await using _ended = tree.server;
    expect(tree.running().length).toBeGreaterThanOrEqual(3);
    tree.server.child.kill(signal);
    await expect.poll(tree.running, { timeout: 10_000 }).toEqual([]);
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('ends with npx when a terminal sends %s', async (signal) => {
    using folder = project();
    const tree = await started(folder, ['setsid', 'npx', 'svc', 'dev']);
    await using _ended = tree.server;
    process.kill(-(tree.server.child.pid ?? 0), signal);
    await expect.poll(tree.running, { timeout: 10_000 }).toEqual([]);
  });

  test.each(toOne)('ends when a shell of npm gets %s, which passes nothing on', async (signal) => {
    using folder = project();
    const tree = await started(folder, ['sh', '-c', `${command}; exit`], { npm_execpath: '/npm-cli.js' });
    await using _ended = tree.server;
    tree.server.child.kill(signal);
    await expect.poll(tree.running, { timeout: 10_000 }).toEqual([]);
  });

  test.each(['SIGINT', ...toOne] as const)('ends its server when it gets %s itself', async (signal) => {
    using folder = project();
    const tree = await started(folder, [process.execPath, svcBinary, 'dev'], { npm_execpath: undefined });
    await using _ended = tree.server;
    expect(await tree.server.end(signal)).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
    await expect.poll(tree.running, { timeout: 10_000 }).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends without an error while a server starts, by %s to all',
    async (signal) => {
      using folder = projectFolder({
        'svc.config.ts': files['svc.config.ts'].replace('({', "({ server: { entry: './slow.ts' },"),
        'slow.ts': `console.log('waiting for the database');\nsetInterval(() => {}, 1000);\nawait new Promise(() => {});\n`,
      });
      const args = [process.execPath, svcBinary, 'dev'];
      await using command = startCommand('setsid', args, { cwd: folder.path });
      await command.seen(/waiting for the database/);
      const ended = new Promise((resolve) => command.child.once('exit', resolve));
      process.kill(-(command.child.pid ?? 0), signal);
      expect(await ended).toBe(0);
      expect(command.output()).not.toMatch(/error|ended|waiting for a change/i);
    },
  );

  test('ends without an error while the bundler runs, which Ctrl-C ends too', async () => {
    using folder = project();
    const args = [process.execPath, svcBinary, 'dev'];
    await using command = startCommand('setsid', args, { cwd: folder.path });
    await command.seen(/Wrote generated/);
    const ended = new Promise((resolve) => command.child.once('exit', resolve));
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    expect(await ended).toBe(0);
    expect(command.output()).not.toMatch(/error|ended|waiting/i);
  });

  test('outlives the shell of a user, who has put it into the background', async () => {
    using folder = project();
    const tree = await started(folder, ['sh', '-c', `${command}; exit`], { npm_execpath: undefined });
    await using _ended = tree.server;
    await tree.server.end('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await fetch(`${tree.server.url}/health/live`)).status).toBe(200);
    for (const pid of tree.running()) process.kill(pid, 'SIGTERM');
  });
});

test('svc start ends by the signal that it gets while it builds, and says nothing', {
  timeout: 60_000,
}, async () => {
  using folder = project();
  await using command = startCommand(process.execPath, [svcBinary, 'start'], { cwd: folder.path });
  await command.seen(/Building first/);
  expect(await command.end('SIGTERM')).toBe('SIGTERM');
  expect(command.output()).toBe('Building first: there is no build yet.\n');
});
