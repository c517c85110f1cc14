import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigIssue } from '../../runtime/config/validate/validate-config.js';

/** Absolute path of the file that `admin.extensions` names, relative to the folder of the config. */
export function extensionOf({ admin }: ServiceConfig, folder: string): string | null {
  if (admin === undefined || admin === false || admin.extensions === undefined) return null;
  return resolve(folder, admin.extensions);
}

/** Reports an extension that is not a file. */
export function missingExtension(config: ServiceConfig, folder: string): readonly ConfigIssue[] {
  const file = extensionOf(config, folder);
  if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  const name = JSON.stringify(config.admin === false ? undefined : config.admin?.extensions);
  const keys = ['admin', 'extensions'];
  return [
    { keys, path: 'admin.extensions', message: `names ${name}, which is not a file next to the config.` },
  ];
}
