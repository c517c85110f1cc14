import { type Finding, loadDoctor } from '../../runtime/cli/index.js';
import type { ConfigOptions } from '../options.js';
import { checkConfig } from './config-checks.js';
import { checkPasswords } from './password-check.js';

/** Checks everything that a server of this project needs. Changes nothing. */
export async function examineProject(folder: string, options: ConfigOptions): Promise<readonly Finding[]> {
  const { examine } = await loadDoctor();
  const checked = await checkConfig(folder, options);
  const findings = [...checked.findings, ...(await checkPasswords(checked))];
  return examine(folder, { ...checked, findings });
}
