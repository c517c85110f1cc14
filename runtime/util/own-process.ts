/** Processes that run a program of this package. Nothing else in the runtime starts any. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from './package-root.js';

/** A process of a program of this package. */
export type OwnProcess = ChildProcess;

/**
 * Starts a program in a process that gets none of the server's secrets.
 *
 * @param program - the compiled file in the installed package, wherever the server's own code runs from:
 * source in tests, or a bundle.
 * @param environment - what its environment has. Nothing of the server's is passed on.
 */
export function startProgram(program: string, environment: NodeJS.ProcessEnv = {}): OwnProcess {
  // Windows starts no program without this variable.
  const { SystemRoot } = process.env;
  return fork(join(packageRoot, program), [], {
    // Keeps buffers and large numbers as they are.
    serialization: 'advanced',
    // Options for a profiler or debugger of the server do not apply to this process.
    execArgv: [],
    env: SystemRoot === undefined ? environment : { ...environment, SystemRoot },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Resolves when a process is gone, also if it could not be started.
 *
 * @param name - for messages: `An image process`.
 * @param onEnd - is called first, with a sentence that says how the process ended.
 */
export function untilGone(child: OwnProcess, name: string, onEnd: (sentence: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const end = (sentence: string): void => {
      onEnd(sentence);
      resolve();
    };
    child.once('error', (error) => end(`${name} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => end(`${name} ended with ${signal ?? `exit code ${code}`}.`));
  });
}

/**
 * An otherwise idle server may end while a process is idle, but not while it works, nor before one that was
 * killed is gone: its end may be awaited.
 */
export function keepAliveFor(child: OwnProcess, { isBusy }: { readonly isBusy: boolean }): void {
  if (isBusy || child.killed) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Kills a process at once. This one stays until it is gone. */
export function killNow(child: OwnProcess): void {
  child.ref();
  child.kill('SIGKILL');
}
