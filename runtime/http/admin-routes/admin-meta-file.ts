import { readFile } from 'node:fs/promises';
import type { AdminMeta } from '../../codegen/admin-meta.js';

/** Reads the emitted `admin.json`, once on the first call. */
export type ReadAdminMeta = () => Promise<AdminMeta>;

export function createAdminMetaFile(file: URL): ReadAdminMeta {
  let reading: Promise<AdminMeta> | null = null;
  return function readAdminMeta() {
    reading ??= readMeta(file).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

/** The generator writes this file, and the emitter is typed by its content. */
async function readMeta(file: URL): Promise<AdminMeta> {
  return JSON.parse(await readFile(file, 'utf8')) as AdminMeta;
}
