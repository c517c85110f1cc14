import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import { contentFile } from '../../config/database-options.js';
import type { ServiceConfig } from '../../config/service-config.js';
import {
  type CopiedRows,
  type CopyProgress,
  copyEnds,
  copyTexts,
  loadCopy,
} from '../../storage/dialects/index.js';
import { openForLongWork } from '../../storage/dialects/open-database.js';
import type { Driver } from '../../storage/driver.js';
import { assertNothingKept } from '../../storage/migrations/run/left-behind.js';
import { sameStructure } from '../../storage/migrations/run/same-structure.js';
import { deriveSchema } from '../../storage/schema/derive-schema.js';
import { readSchemaRecord } from '../../storage/schema/schema-record.js';
import { ProjectError } from '../project.js';
import { shownPath } from '../text/shown-path.js';

export interface CopyOptions {
  /** Address of the server's database. */
  readonly to: string;
  /** Path of the file. Default: that of the config. */
  readonly from?: string;
  /** Data that "svc dev" has kept for removed parts of the config may be left out. */
  readonly yes?: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Copies a project's data from a file to a server. The file must have the schema of the config. */
export async function copyProject(
  config: ServiceConfig,
  { to, from, yes = false, onProgress }: CopyOptions,
): Promise<readonly CopiedRows[]> {
  const path = (from ?? contentFile(config.db)).replace(/^file:/, '');
  if (!existsSync(resolve(path)))
    throw new ProjectError(`${shownPath(path)} does not exist: ${copyTexts.missing}`);
  const ends = copyEnds(path, to);
  const source = await openForLongWork(ends.source);
  try {
    await checkSource(source, { config, path, mayLeaveOut: yes });
    const [target, { copyDatabase }] = [await openForLongWork(ends.target), await loadCopy()];
    try {
      return await copyDatabase({ source, target, onProgress });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

interface SourceOptions {
  readonly config: ServiceConfig;
  readonly path: string;
  readonly mayLeaveOut: boolean;
}

async function checkSource(source: Driver, { config, path, mayLeaveOut }: SourceOptions): Promise<void> {
  const record = await readSchemaRecord(source);
  if (record === null) return;
  if (!sameStructure(record.schema, deriveSchema(describeConfig(config)))) {
    throw new ProjectError(
      `${shownPath(path)} does not have the tables of this config: run \`svc migrate up\` on it first.`,
    );
  }
  if (mayLeaveOut) return;
  await assertNothingKept(
    source,
    record.left,
    'They are not copied. Run it with --yes to continue without them.',
  );
}
