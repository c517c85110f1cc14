/** The functions of a config that run in the dashboard: conditions, and the headings of rows. */
import { createHash } from 'node:crypto';
import type { BlockConfig, FieldConfig } from '../../runtime/config/field-config.js';
import { isLayout } from '../../runtime/config/fields-of.js';
import type { FieldsConfig, TabConfig } from '../../runtime/config/layout-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigIssue, Keys } from '../../runtime/config/validate/problem.js';
import type { BrandFile } from './brand-files.js';

export interface BrowserFunctions {
  /** The name that each has in the module. */
  readonly ids: ReadonlyMap<unknown, string>;
  /** The module, served like the files of `admin`. */
  readonly file: BrandFile;
}

export interface FoundFunctions {
  /** Null without any. */
  readonly found: BrowserFunctions | null;
  readonly problems: readonly ConfigIssue[];
}

/** A function, and the option that has it. */
interface GivenFunction {
  readonly own: (...given: never[]) => unknown;
  readonly option: string;
  readonly spot: Spot;
}

/**
 * Makes a module of the functions of a config. It contains their text and what they use of the config's own
 * code, nothing else: the browser must not get its hooks and secrets.
 */
export async function readBrowserFunctions(config: ServiceConfig, code: string): Promise<FoundFunctions> {
  const all = config.admin === false ? [] : functionsOf(config);
  if (all.length === 0) return { found: null, problems: [] };
  const { createFunctionReader } = await import('./function-reader.js');
  const reader = createFunctionReader(code);
  const ids = new Map<unknown, string>();
  const texts: string[] = [];
  const problems: ConfigIssue[] = [];
  for (const { own, option, spot } of all) {
    if (ids.has(own)) continue;
    const id = `f${ids.size}`;
    ids.set(own, id);
    const read = reader.read(own);
    if ('issue' in read) problems.push({ ...spot, message: `admin.${option} ${read.issue}` });
    else texts.push(`  ${id}: ${read.text},`);
  }
  if (problems.length > 0) return { found: null, problems };
  const text = [...reader.declarations(), `export default {\n${texts.join('\n')}\n};`, ''].join('\n');
  return { found: { ids, file: moduleFile(text) }, problems };
}

function moduleFile(text: string): BrandFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { source: '', name: `functions-${hash}.js`, base64: Buffer.from(text).toString('base64') };
}

/** A position in the config, and its name in messages. */
interface Spot {
  readonly keys: Keys;
  readonly path: string;
}

function functionsOf(config: ServiceConfig): readonly GivenFunction[] {
  return (['collections', 'globals'] as const).flatMap((kind) =>
    (config[kind] ?? []).flatMap(({ slug, fields }, position) =>
      inList(fields, { keys: [kind, position, 'fields'], path: `${kind}.${slug}.fields` }),
    ),
  );
}

function inList(list: FieldsConfig, spot: Spot): readonly GivenFunction[] {
  return list.flatMap((entry, position): readonly GivenFunction[] => {
    const keys = [...spot.keys, position];
    if (!isLayout(entry)) return inField(entry, { keys, path: `${spot.path}.${entry.name}` });
    const own = { keys, path: `${spot.path}[${position}]` };
    const condition = given(entry.admin?.condition, own, 'condition');
    if (entry.type !== 'tabs') {
      return [...condition, ...inList(entry.fields, { keys: [...keys, 'fields'], path: spot.path })];
    }
    return [...condition, ...entry.tabs.flatMap((tab, index) => inTab(tab, index, own, spot.path))];
  });
}

function inTab(tab: TabConfig, index: number, tabs: Spot, listPath: string): readonly GivenFunction[] {
  const own = { keys: [...tabs.keys, 'tabs', index], path: `${tabs.path}.tabs[${index}]` };
  return [
    ...given(tab.admin?.condition, own, 'condition'),
    // Fields in a tab are fields of the list around the tabs.
    ...inList(tab.fields, { keys: [...own.keys, 'fields'], path: listPath }),
  ];
}

function inField(field: FieldConfig, spot: Spot): readonly GivenFunction[] {
  const { admin = {} } = field;
  return [
    ...given(admin.condition, spot, 'condition'),
    ...('rowLabel' in admin ? given(admin.rowLabel, spot, 'rowLabel') : []),
    ...('fields' in field ? inList(field.fields, below(spot, 'fields')) : []),
    ...(field.type === 'blocks'
      ? field.blocks.flatMap((block, position) => inBlock(block, position, below(spot, 'blocks')))
      : []),
  ];
}

function inBlock(
  { slug, admin, fields }: BlockConfig,
  position: number,
  list: Spot,
): readonly GivenFunction[] {
  const own = { keys: [...list.keys, position], path: `${list.path}.${slug}` };
  return [...given(admin?.rowLabel, own, 'rowLabel'), ...inList(fields, below(own, 'fields'))];
}

function below({ keys, path }: Spot, option: string): Spot {
  return { keys: [...keys, option], path: `${path}.${option}` };
}

function given(own: unknown, spot: Spot, option: string): readonly GivenFunction[] {
  if (typeof own !== 'function') return [];
  const { keys, path } = spot;
  return [{ own: own as GivenFunction['own'], option, spot: { keys: [...keys, 'admin', option], path } }];
}
