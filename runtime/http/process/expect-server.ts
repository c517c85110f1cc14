import { subscribe } from 'node:diagnostics_channel';
import { isMain } from './is-main.js';

/**
 * Ends the program with a message if it ends by itself without having listened. Does nothing if the module is
 * not the program, since then another one listens. Called by the bundle of an entry, before the entry runs.
 */
export function expectServer(entry: string, moduleUrl: string): void {
  if (!isMain(moduleUrl)) return;
  let hasListened = false;
  subscribe('tracing:net.server.listen:asyncStart', () => {
    hasListened = true;
  });
  process.once('beforeExit', () => {
    if (hasListened) return;
    process.stderr.write(`${entry} started no server: call \`await serve(createApp())\` in it.\n`);
    process.exitCode = 1;
  });
}
