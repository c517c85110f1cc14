import type { ChildProcess } from 'node:child_process';
import { type CommandOptions, start } from './svc-command.js';

/** A command that keeps running. */
export interface RunningCommand extends AsyncDisposable {
  readonly child: ChildProcess;
  /** All output so far, including stderr. */
  output(): string;
  /** Waits until the output matches, and returns the match. */
  seen(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the exit. Returns the exit code, or the name of the signal. */
  end(signal?: NodeJS.Signals): Promise<number | string | null>;
}

/** A command that runs a server. */
export interface ServerProcess extends RunningCommand {
  /** `http://localhost:40123` */
  readonly url: string;
}

const maxWait = 30_000;

/** Starts a program; disposing the result kills it. */
export function startCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): RunningCommand {
  const child = start(program, args, options);
  const { text, seen } = collect(child);
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> => {
    child.kill(signal);
    return await ended;
  };
  return { child, output: text, seen, end, [Symbol.asyncDispose]: async () => void (await end('SIGKILL')) };
}

/** Starts a program that runs a server on a free port, and waits until it prints its address. */
export async function startServer(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: CommandOptions,
): Promise<ServerProcess> {
  const command = startCommand(program, args, { cwd, env: { PORT: '0', HOST: '127.0.0.1', ...env } });
  try {
    const [, url = ''] = await command.seen(/(http:\/\/[\w.:[\]-]+:\d+)/);
    return { ...command, url };
  } catch (error) {
    await command.end('SIGKILL');
    throw error;
  }
}

function collect(child: ChildProcess): Pick<RunningCommand, 'seen'> & { text(): string } {
  let text = '';
  const looking = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    text += chunk;
    for (const look of looking) look();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return {
    text: () => text,
    seen: (pattern, milliseconds = maxWait) =>
      new Promise((resolve, reject) => {
        const give = (problem: string): void => {
          stop();
          reject(new Error(`${problem} Output:\n${text}`));
        };
        const look = (): void => {
          const match = pattern.exec(text);
          if (match === null) return;
          stop();
          resolve(match);
        };
        const timer = setTimeout(
          () => give(`${pattern} was not seen within ${milliseconds} ms.`),
          milliseconds,
        );
        const exited = (): void => give(`The process ended before ${pattern} was seen.`);
        const stop = (): void => {
          clearTimeout(timer);
          looking.delete(look);
          child.off('close', exited);
        };
        looking.add(look);
        child.once('close', exited);
        look();
      }),
  };
}
