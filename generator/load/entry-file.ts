import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigIssue } from '../../runtime/config/validate/validate-config.js';

/** Absolute path of the module that `server.entry` names, relative to the folder of the config. */
export function entryOf({ server }: ServiceConfig, folder: string): string | null {
  return server?.entry === undefined ? null : resolve(folder, server.entry);
}

/** Reports an entry that is not a file. Only commands that bundle it need it. */
export function missingEntry(config: ServiceConfig, folder: string): readonly ConfigIssue[] {
  const entry = entryOf(config, folder);
  if (entry === null || statSync(entry, { throwIfNoEntry: false })?.isFile()) return [];
  const name = JSON.stringify(config.server?.entry);
  const message = `names ${name}, which is not a file next to the config: create it, or remove the option.`;
  return [{ keys: ['server', 'entry'], path: 'server.entry', message }];
}
