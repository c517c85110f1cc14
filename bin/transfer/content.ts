import { validatorNames } from '../../generator/emit/validator-names.js';
import { emitValidators } from '../../generator/emit/validators.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { LoadedConfig } from '../../generator/load/load-config.js';
import {
  type Content,
  loadTransfer,
  packageVersion,
  type TransferType,
  type TransferValidators,
  type Validator,
} from '../../runtime/cli/index.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';

/**
 * Opens the documents of the project's config and passes them to `work`.
 *
 * @throws ConfigError, ProjectError, SchemaError
 */
export async function withContent<T>(
  options: ConfigOptions,
  work: (content: Content, project: LoadedConfig) => Promise<T>,
): Promise<T> {
  const [project, { openContent }] = await Promise.all([loadProject(options), loadTransfer()]);
  const content = await openContent(project);
  try {
    return await work(content, project);
  } finally {
    await content.close();
  }
}

/**
 * The validators that a server of this config has, generated in memory: an import must not depend on earlier
 * generated files.
 */
export async function loadValidators({
  config,
  file,
  docs,
}: LoadedConfig): Promise<(transfer: TransferType) => TransferValidators> {
  const ir = buildIr({ config, file, docs }, { output: process.cwd(), version: packageVersion });
  const files = emitValidators({ ...ir, sdk: 'js' });
  const source = files.find(({ path }) => path === 'sdk/validators.js')?.content ?? '';
  const own = source.replace(/from 'zod'/, `from ${JSON.stringify(import.meta.resolve('zod'))}`);
  const url = `data:text/javascript;base64,${Buffer.from(own).toString('base64')}`;
  const schemas = (await import(url)) as Readonly<Record<string, Validator>>;
  const documents = [...ir.collections, ...ir.globals];
  return ({ kind, slug }) => {
    const found = documents.find(({ descriptor }) => descriptor.kind === kind && descriptor.slug === slug);
    if (found === undefined) throw new Error(`The config has no ${kind} ${slug}.`);
    const names = validatorNames(found.names);
    const whole = schemas[kind === 'collection' ? names.create : names.update];
    if (whole === undefined) throw new Error(`There is no validator of ${slug}.`);
    return { whole, draft: schemas[names.draft] ?? null };
  };
}
