import {
  type CheckedConfig,
  configIssues,
  countText,
  type Finding,
  loadDoctor,
  oneLine,
  shownPath,
} from '../../runtime/cli/index.js';
import { errorLines } from '../error-lines.js';
import type { ConfigOptions } from '../options.js';

/** Checks whether the config is valid, and the generated code that of this config. */
export async function checkConfig(project: string, options: ConfigOptions): Promise<CheckedConfig> {
  const { broken, fine } = await loadDoctor();
  const { loadConfig } = await import('../../generator/load/load-config.js');
  try {
    const file = options.config === undefined ? {} : { file: options.config };
    const { config, file: found } = await loadConfig({ cwd: project, ...file });
    return { config, findings: [fine('config', shownPath(found)), await checkGenerated(project, options)] };
  } catch (error) {
    const lines = configIssues(error) === null ? [oneLine(error)] : errorLines(error);
    return { config: null, findings: lines.map((line) => broken('config', line, 'fix the config')) };
  }
}

async function checkGenerated(project: string, options: ConfigOptions): Promise<Finding> {
  const { broken, fine } = await loadDoctor();
  const { generate } = await import('../../generator/generate.js');
  try {
    const { output, stale } = await generate({ cwd: project, ...options, check: true });
    if (stale.length === 0) return fine('generated', `${shownPath(output)}/ is up to date`);
    const names = stale.slice(0, 3).map((file) => shownPath(file));
    const more = stale.length > names.length ? ` and ${stale.length - names.length} more` : '';
    const message = `${countText(stale.length, 'file')} out of date: ${names.join(', ')}${more}`;
    return broken('generated', message, 'run `svc generate`');
  } catch (error) {
    return broken('generated', oneLine(error), 'then run `svc generate`');
  }
}
