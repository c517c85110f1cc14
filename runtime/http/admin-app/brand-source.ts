import { readFile } from 'node:fs/promises';
import type { FileSource } from './app-files.js';

/**
 * The project's own files that the dashboard shows: those in the emitted `brand.json`, which exists if the
 * config names any.
 */
export function brandSource(file: URL): FileSource {
  let reading: Promise<ReadonlyMap<string, string>> | null = null;
  const files = (): Promise<ReadonlyMap<string, string>> => {
    reading ??= readBrand(file).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  return {
    names: async () => new Set((await files()).keys()),
    read: async (name) => Buffer.from((await files()).get(name) ?? '', 'base64'),
  };
}

async function readBrand(file: URL): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map(
      Object.entries(JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}
