import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { AdminConfig } from '../../runtime/config/admin-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { isServedElsewhere } from '../../runtime/config/validate/check-admin.js';
import type { ConfigIssue } from '../../runtime/config/validate/validate-config.js';

/** A file of the project that the dashboard shows. */
export interface BrandFile {
  /** Absolute path. */
  readonly source: string;
  /** File name with a hash of the content: `logo-1a2b3c4d.svg`. */
  readonly name: string;
  readonly base64: string;
}

/** Brand files by their path in the config: `./brand/logo.svg`. */
export type BrandFiles = ReadonlyMap<string, BrandFile>;

export interface FoundBrandFiles {
  readonly files: BrandFiles;
  readonly problems: readonly ConfigIssue[];
}

/** Max size of a file: far more than a logo needs. Files are held in memory. */
const maxBytes = 2_000_000;

/** Reads the files that `admin` names, relative to the folder of the config. */
export function readBrandFiles({ admin }: ServiceConfig, folder: string): FoundBrandFiles {
  const files = new Map<string, BrandFile>();
  const problems: ConfigIssue[] = [];
  for (const [keys, asset] of admin === undefined || admin === false ? [] : assetsOf(admin)) {
    if (isServedElsewhere(asset) || files.has(asset)) continue;
    const source = resolve(folder, asset);
    const issue = issueOf(source);
    if (issue === null) files.set(asset, brandFile(source));
    else problems.push({ keys, path: keys.join('.'), message: `names ${JSON.stringify(asset)}, ${issue}.` });
  }
  return { files, problems };
}

function assetsOf({
  logo,
  logoDark,
  css,
  widgets = {},
}: AdminConfig): readonly (readonly [readonly string[], string])[] {
  const single = Object.entries({ logo, logoDark, css }).flatMap(([name, asset]) =>
    asset === undefined ? [] : [[['admin', name], asset] as const],
  );
  return [
    ...single,
    ...Object.entries(widgets).map(([name, asset]) => [['admin', 'widgets', name], asset] as const),
  ];
}

function issueOf(source: string): string | null {
  if (!existsSync(source) || !statSync(source).isFile()) return 'which is not a file next to the config';
  return statSync(source).size > maxBytes ? `which has more than ${maxBytes} bytes` : null;
}

function brandFile(source: string): BrandFile {
  const bytes = readFileSync(source);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const ending = extname(source).toLowerCase();
  const stem = basename(source, extname(source))
    .replace(/[^\w-]+/g, '-')
    .slice(0, 60);
  return { source, name: `${stem}-${hash}${ending}`, base64: bytes.toString('base64') };
}
