import { execFile } from 'node:child_process';
import { type CheckedConfig, type Finding, loadDoctor, packageRoot } from '../../runtime/cli/index.js';

const program = `import { hash } from 'argon2';
await hash('a password');`;

/** Milliseconds. A hash takes less than one second on any machine. */
const patience = 20_000;

/**
 * Checks that passwords can be hashed, where there are any. It is not with the other checks since the runtime
 * starts no program (tests/architecture/security.test.ts).
 */
export async function checkPasswords({ config }: CheckedConfig): Promise<readonly Finding[]> {
  if (config?.auth === undefined) return [];
  const { broken, fine } = await loadDoctor();
  const failure = await failureOf(program);
  if (failure === null) return [fine('passwords', 'argon2 hashes them')];
  const fix = 'run `npm rebuild argon2`, without --ignore-scripts; that needs a C++ compiler and Python';
  return [broken('passwords', `argon2 cannot be used: ${failure}`, fix)];
}

/**
 * Runs a program in a process of its own, since a binary that was made for another machine ends the process
 * that loads it. Returns why it failed.
 */
export function failureOf(code: string, folder: string = packageRoot): Promise<string | null> {
  return new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', code];
    const options = { cwd: folder, timeout: patience, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, args, options, (error, _output, complaints) => {
      if (error === null) return resolve(null);
      const { signal, code: exit, killed } = error;
      if (killed) return resolve(`it took more than ${patience / 1000} s`);
      if (signal) return resolve(`it ends the process (${signal})`);
      const line = complaints.split('\n').find((text) => /^\w*Error\b/.test(text));
      resolve(line ?? `exit code ${exit}`);
    });
  });
}
