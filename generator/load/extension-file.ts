import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigIssue } from '../../runtime/config/validate/validate-config.js';
import { nearestName } from '../../runtime/util/near-miss.js';

/** Absolute path of the file that `admin.extensions` names, relative to the folder of the config. */
export function extensionOf({ admin }: ServiceConfig, folder: string): string | null {
  if (admin === undefined || admin === false || admin.extensions === undefined) return null;
  return resolve(folder, admin.extensions);
}

/** Reports an extension that is not a file. */
export function missingExtension(config: ServiceConfig, folder: string): readonly ConfigIssue[] {
  const file = extensionOf(config, folder);
  if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  const name = config.admin === false ? '' : (config.admin?.extensions ?? '');
  const message = `names ${JSON.stringify(name)}, which is not a file next to the config.`;
  const near = nearestFile(file);
  // As the config names it: only the last part differs.
  const suggestion = near === null ? {} : { suggestion: name.slice(0, name.lastIndexOf('/') + 1) + near };
  return [{ keys: ['admin', 'extensions'], path: 'admin.extensions', message, ...suggestion }];
}

/** The source beside it whose name is close, whatever its ending. */
function nearestFile(file: string): string | null {
  const folder = dirname(file);
  if (!existsSync(folder)) return null;
  const stem = (name: string): string => name.replace(/\.[^.]+$/, '');
  const sources = readdirSync(folder).filter((name) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(name));
  const near = nearestName(stem(basename(file)), sources.map(stem));
  return sources.find((name) => stem(name) === near) ?? null;
}
