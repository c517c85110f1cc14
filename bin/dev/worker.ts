/**
 * The process that serves during `svc dev`: one for each version of the config, started and stopped by the
 * command. Its arguments are the bundled server and the address to listen on, unless config and environment
 * define it: then that is empty.
 */
import cluster from 'node:cluster';
import { pathToFileURL } from 'node:url';
import type { App, AppOptions } from '../../runtime/index.js';
import { exitWith, report } from './report.js';
import { addStartPage } from './start-page.js';

interface GeneratedServer {
  createApp(options?: AppOptions): App;
}

// Ctrl-C in a terminal, and the end of the terminal, reach this process too, but the command that started it
// decides when to stop.
process.on('SIGINT', () => {}).on('SIGHUP', () => {});
process.on('disconnect', () => process.exit());

const [, , bundle = '', host = ''] = process.argv;
try {
  const { createApp } = (await import(pathToFileURL(bundle).href)) as GeneratedServer;
  const app = createApp({ schema: 'extend' });
  addStartPage(app);
  await app.ready();
  const listener = await app.listen(host === '' ? {} : { host });
  const stop = (): void => {
    // Connections that the command hands over meanwhile go back to it, for the next server. So the close
    // request comes before the channel is closed, and then this process ends.
    listener.close({ grace: 0 }).then(() => cluster.worker?.disconnect(), exitWith);
  };
  process.once('message', stop);
  process.once('SIGTERM', stop);
  // The name of this machine in browsers, which is also that of the base URL.
  const url = listener.url.replace('//127.0.0.1:', '//localhost:');
  report({ kind: 'listening', url, isService: true, isOpen: host === '' });
} catch (error) {
  exitWith(error);
}
