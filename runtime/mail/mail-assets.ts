import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../util/package-root.js';

/** An image that mails show and the server serves under `/admin/`. */
export interface MailAsset {
  readonly name: 'logo.svg' | 'logo-white.svg';
  readonly type: 'image/svg+xml';
  readonly bytes: Uint8Array;
}

const names = ['logo.svg', 'logo-white.svg'] as const;

/** The logos of the package, for light and for dark mails. */
export function mailAssets(): readonly MailAsset[] {
  return names.map((name) => ({
    name,
    type: 'image/svg+xml',
    bytes: readFileSync(join(packageRoot, 'templates/mail', name)),
  }));
}
