/**
 * The process that serves during `svc dev`: one for each version of the config, started and stopped by the command.
 * Its only argument is the bundled server.
 */
import cluster from 'node:cluster';
import { pathToFileURL } from 'node:url';
import type { App, AppOptions } from '../../runtime/index.js';
import type { WorkerReport } from './worker-report.js';

interface GeneratedServer {
  createApp(options?: AppOptions): App;
}

// Ctrl-C in a terminal reaches this process too; the command that started it says when to stop.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

const [, , bundle = ''] = process.argv;
try {
  const { createApp } = (await import(pathToFileURL(bundle).href)) as GeneratedServer;
  const app = createApp({ schema: 'extend' });
  await app.ready();
  const listener = await app.listen();
  const stop = (): void => {
    // Connections that the command was handing over meanwhile go back to it, for the server that follows: it is asked before the channel
    // is closed, and then this process ends.
    listener.close({ grace: 0 }).then(() => cluster.worker?.disconnect(), exitWith);
  };
  process.once('message', stop);
  process.once('SIGTERM', stop);
  report({ kind: 'listening', url: listener.url });
} catch (error) {
  exitWith(error);
}

function exitWith(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  report({ kind: 'failed', message, stack: stack ?? message });
  process.exitCode = 1;
  process.disconnect?.();
}

function report(message: WorkerReport): void {
  process.send?.(message);
}
