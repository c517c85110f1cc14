import type { ConfigOptions } from '../options.js';
import { withProgress } from '../terminal/progress.js';
import type { ContractChange } from './change.js';
import { compareContracts } from './compare-contracts.js';
import { type ContractDocument, parseContract, readContract } from './contract-document.js';

export interface DiffOptions extends ConfigOptions {
  readonly before: string;
  /** Default: the document that the project's config gives. */
  readonly after?: string | undefined;
}

/** Compares two files, or a file with the current project. */
export async function diffContracts({
  before,
  after,
  ...config
}: DiffOptions): Promise<readonly ContractChange[]> {
  const old = readContract(before);
  return compareContracts(old, after === undefined ? await ownContract(config) : readContract(after));
}

/** The document of the config as it is now: the generated file may be older. */
async function ownContract(config: ConfigOptions): Promise<ContractDocument> {
  const files = await withProgress('Reading the config', async () => {
    const { emit } = await import('../../generator/generate.js');
    return await emit({ cwd: process.cwd(), ...config });
  });
  const file = files.find(({ path }) => path === 'openapi.json');
  return parseContract(file?.content ?? '', 'the document of the project');
}
