import { type ExaminedQueries, loadDoctor } from '../../runtime/cli/index.js';
import type { ConfigOptions } from '../options.js';

/** What `svc doctor --queries` shows of a project. Changes nothing. */
export async function examineSlowQueries(project: string, options: ConfigOptions): Promise<ExaminedQueries> {
  const { loadConfig } = await import('../../generator/load/load-config.js');
  const file = options.config === undefined ? {} : { file: options.config };
  const { config } = await loadConfig({ cwd: project, ...file });
  const { examineQueries } = await loadDoctor();
  return examineQueries(config);
}
