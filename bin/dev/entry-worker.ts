/**
 * The process that serves during `svc dev` where `server.entry` names a module that starts the server. Its
 * arguments are the bundle of that module, the address that the service listens on unless config and
 * environment define it, and the name of the module for messages.
 */
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inDevelopment } from '../../runtime/cli/index.js';
import { exitWith, report } from './report.js';

// Ctrl-C in a terminal, and the end of the terminal, reach this process too, but the command that started it
// decides when to stop.
process.on('SIGINT', () => {}).on('SIGHUP', () => {});
process.on('disconnect', () => process.exit());

const [, , bundle = '', host = '', entry = ''] = process.argv;
const servers: Server[] = [];
const apps: { close(): Promise<void> }[] = [];
/** The URL of the service itself, if it is not mounted in another application. */
let serviceUrl: string | null = null;
let isLoaded = false;
let isReported = false;

inDevelopment({
  ...(host !== '' && { host }),
  created: (app) => apps.push(app),
  listening: ({ url }) => {
    serviceUrl = url;
  },
});
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = message as { readonly server: Server };
  // A process of a cluster listens by a message to its parent, and waits for the reply.
  process.channel?.ref();
  server.once('listening', () => {
    servers.push(server);
    // The service says its own URL after this event.
    setImmediate(reportServer);
  });
});
process.once('uncaughtException', fail);
process.once('message', () => void stop());
process.once('SIGTERM', () => void stop());
// A program whose event loop is empty has started nothing. The channel to the command does not count.
process.channel?.unref();
process.once('beforeExit', () => {
  if (!isReported) fail(new Error(`${entry} started no server: call \`await serve(createApp())\` in it.`));
});

try {
  await import(pathToFileURL(bundle).href);
  isLoaded = true;
  reportServer();
} catch (error) {
  fail(error);
}

function reportServer(): void {
  const [server] = servers;
  if (!isLoaded || isReported || server === undefined) return;
  isReported = true;
  process.off('uncaughtException', fail);
  const isService = serviceUrl !== null;
  const address = server.address();
  const url = serviceUrl ?? (typeof address === 'string' ? address : urlOf(address));
  // The name of this machine in browsers, which is also that of the base URL.
  report({
    kind: 'listening',
    url: url.replace('//127.0.0.1:', '//localhost:'),
    isService,
    isOpen: isEverywhere(address),
  });
}

function urlOf(address: AddressInfo | null): string {
  if (address === null || isEverywhere(address)) return `http://localhost:${address?.port}`;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function isEverywhere(address: AddressInfo | string | null): boolean {
  return address !== null && typeof address !== 'string' && /^(::|0\.0\.0\.0)$/.test(address.address);
}

function fail(error: unknown): void {
  isReported = true;
  exitWith(error);
}

/** Running requests get this long before the process ends: a stream of events would not end by itself. */
const stopTimeout = 5000;

/**
 * Connections that the command hands over meanwhile go back to it, for the next server. So the servers close
 * before the channel does, and then this process ends.
 */
async function stop(): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  const drained = Promise.all(closed).then(() => Promise.all(apps.map((app) => app.close())));
  await Promise.race([drained, delay(stopTimeout)]).catch(() => undefined);
  cluster.worker?.disconnect();
}
