import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at the processes that started this one. */
const lookEvery = 500;

/**
 * Calls back once the processes that started this one have ended, if npm or npx is one of them. npm passes
 * SIGINT and SIGTERM to the shell that it starts for a command; a shell that gets one ends, and its command
 * does not know. A hangup npm passes to nobody. Without npm nothing is watched: a command that was put into
 * the background outlives its shell.
 */
export function whenParentsEnd(ended: () => void): void {
  if (process.env['npm_execpath'] === undefined) return;
  const parent = process.ppid;
  const starter = shellStarter(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (starter === null || isAlive(starter))) return;
    clearInterval(timer);
    ended();
  }, lookEvery);
  timer.unref();
}

/**
 * What started a shell: npm, which waits for it. Null for a parent that is no shell, and where the system has
 * no `/proc`: the shell of macOS becomes its command.
 */
function shellStarter(shell: number): number | null {
  try {
    // `12 (sh) S 11 …`: its number, name, state, and the number of its parent.
    const stat = readFileSync(`/proc/${shell}/stat`, 'latin1');
    const [, name = '', starter] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    return /^(ba|da|a|z)?sh$/.test(name) && starter !== undefined ? Number(starter) : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
