import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The emitted files that a service reads: beside the generated server, as it sees it. */
export interface GeneratedFiles {
  readonly openapi: URL;
  readonly publicOpenapi?: URL;
  readonly admin?: URL;
}

export interface GeneratedPlace {
  /** Folder of the files, if the program names it. */
  readonly folder: string | undefined;
  /** Hash of the contract, which `openapi.json` has as its version. */
  readonly hash: string;
}

/** Where `svc generate` writes without `output` in the config. */
const defaultFolder = 'generated';

/** Where the emitted files are. */
export interface LocatedFiles {
  readonly files: GeneratedFiles;
  /** Why some cannot be read: documents serve without them, the API reference and dashboard do not. */
  readonly issue: string | null;
}

/**
 * Finds the emitted files. A bundler leaves them behind: the server then believes them beside the bundle.
 *
 * @throws Error if the program names a folder, and the files are not there.
 */
export function locateGenerated(files: GeneratedFiles, { folder, hash }: GeneratedPlace): LocatedFiles {
  const elsewhere = inFolder(files, resolve(folder ?? defaultFolder));
  const missing = missingIn(files);
  if (folder === undefined && missing === undefined) return { files, issue: null };
  const issue = issueOf(missing, elsewhere, hash);
  if (issue === null) return { files: elsewhere, issue };
  if (folder !== undefined) throw new Error(issue);
  return { files, issue };
}

function issueOf(missing: URL | undefined, elsewhere: GeneratedFiles, hash: string): string | null {
  const missingElsewhere = missingIn(elsewhere);
  if (missingElsewhere !== undefined) return lacking(missing, missingElsewhere);
  // Another service may have its files in a folder of this name.
  if (readFileSync(elsewhere.openapi, 'utf8').includes(hash)) return null;
  return `${fileURLToPath(elsewhere.openapi)} was generated for another config: run svc generate, or name the folder of the generated files: createApp({ generatedFolder: '...' }).`;
}

function lacking(beside: URL | undefined, elsewhere: URL): string {
  if (beside === undefined) return `The generated file ${fileURLToPath(elsewhere)} is missing.`;
  return `The generated file ${fileURLToPath(beside)} is missing, and so is ${fileURLToPath(elsewhere)}: copy ${basename(beside.pathname)} from the generated folder beside the bundle, or name that folder: createApp({ generatedFolder: '...' }).`;
}

function inFolder({ publicOpenapi, admin }: GeneratedFiles, folder: string): GeneratedFiles {
  const base = pathToFileURL(folder + sep);
  return {
    openapi: new URL('openapi.json', base),
    ...(publicOpenapi && { publicOpenapi: new URL('openapi.public.json', base) }),
    ...(admin && { admin: new URL('admin.json', base) }),
  };
}

function missingIn({ openapi, publicOpenapi, admin }: GeneratedFiles): URL | undefined {
  return [openapi, publicOpenapi, admin].find(
    (url) => url !== undefined && url.protocol === 'file:' && !existsSync(url),
  );
}
