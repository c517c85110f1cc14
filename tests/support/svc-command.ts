import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** The built command, as the package's `bin` names it. */
export const svcBinary: string = join(repository, 'dist/bin/svc.js');

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its standard input. */
  readonly input?: string;
}

/** Runs `svc` until it exits. */
export function svc(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return run(process.execPath, [svcBinary, ...args], options);
}

/** Runs a program until it exits. */
export function run(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const child = start(program, args, options);
  return new Promise((fulfil, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk));
    child.once('error', reject);
    child.stdin?.end(options.input);
    child.once('close', (code) => fulfil({ code, stdout, stderr }));
  });
}

/**
 * Node without its optimizing compiler, for `svc`. A command ends within a second, before optimized code pays
 * for its compilation: that took a quarter of the processor time of these processes. Other tools pass such
 * options on to processes that refuse them.
 */
const quickStart = '--no-opt';

/** Starts a program that keeps running; the caller ends it. */
export function start(
  program: string,
  args: readonly string[],
  { cwd, env, input }: CommandOptions,
): ChildProcess {
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const all = args[0] === svcBinary ? [quickStart, ...args] : args;
  return spawn(program, all, { cwd, env: environment(env), stdio: [stdin, 'pipe', 'pipe'] });
}

/** The environment of a command, without settings of the machine that would affect a test. */
function environment(extra: CommandOptions['env']): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|NO_COLOR$|FORCE_COLOR$|PORT$|HOST$|NODE_OPTIONS$|VITEST)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** Creates a folder that is removed with its scope: `using folder = temporaryFolder()`. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')));
  writeFiles(path, files);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Creates a folder in which `svc`, the packages of its types and a compiler resolve, as after `npm install`.
 */
export function projectFolder(files: Readonly<Record<string, string>> = {}): TemporaryFolder {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module", "private": true }\n', ...files });
  linkPackages(folder.path);
  return folder;
}

/** Links `svc` and the other packages that a project needs into a folder's `node_modules`. */
export function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  symlinkSync(repository, join(modules, 'svc'));
  for (const name of ['zod', '@types/node'])
    symlinkSync(join(repository, 'node_modules', name), join(modules, name));
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
