/**
 * The process that serves during `svc dev`: one for each version of the config, started and stopped by the
 * command. Its arguments are the bundled server and the address to listen on, unless config and environment
 * define it.
 */
import cluster from 'node:cluster';
import { pathToFileURL } from 'node:url';
import type { App, AppOptions } from '../../runtime/index.js';
import { addStartPage } from './start-page.js';
import type { WorkerReport } from './worker-report.js';

interface GeneratedServer {
  createApp(options?: AppOptions): App;
}

// Ctrl-C in a terminal reaches this process too, but the command that started it decides when to stop.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

const [, , bundle = '', host] = process.argv;
try {
  const { createApp } = (await import(pathToFileURL(bundle).href)) as GeneratedServer;
  const app = createApp({ schema: 'extend' });
  addStartPage(app);
  await app.ready();
  const listener = await app.listen(host === undefined ? {} : { host });
  const stop = (): void => {
    // Connections that the command hands over meanwhile go back to it, for the next server. So the close
    // request comes before the channel is closed, and then this process ends.
    listener.close({ grace: 0 }).then(() => cluster.worker?.disconnect(), exitWith);
  };
  process.once('message', stop);
  process.once('SIGTERM', stop);
  // The name of this machine in browsers, which is also that of the base URL.
  report({ kind: 'listening', url: listener.url.replace('//127.0.0.1:', '//localhost:') });
} catch (error) {
  exitWith(error);
}

function exitWith(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isPortTaken = error instanceof Error && codeOf(error.cause) === 'EADDRINUSE';
  report({ kind: 'failed', message, stack: stack ?? message, isPortTaken });
  process.exitCode = 1;
  process.disconnect?.();
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

function report(message: WorkerReport): void {
  process.send?.(message);
}
