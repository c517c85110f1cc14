import type { WorkerReport } from './worker-report.js';

/** Tells the command that started this process what became of the server. */
export function report(message: WorkerReport): void {
  process.send?.(message);
}

/** Reports why there is no server, and lets the process end. */
export function exitWith(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isPortTaken = isAboutPort(error) || (error instanceof Error && isAboutPort(error.cause));
  report({ kind: 'failed', message, stack: stack ?? message, isPortTaken });
  process.exitCode = 1;
  process.disconnect?.();
}

function isAboutPort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
