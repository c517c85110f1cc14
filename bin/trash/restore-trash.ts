import { countText, oneLine } from '../../runtime/cli/index.js';
import { CommandError, UsageError } from '../command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { inTrash, type TrashOptions } from './in-trash.js';
import { titleOf } from './title-of.js';

interface RestoreOptions extends TrashOptions {
  readonly collection: string;
  /** JSON. */
  readonly values?: string;
  readonly json?: boolean;
}

/** What the service refused. */
interface Refused {
  readonly id: string;
  readonly code: string;
  readonly error: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** `svc trash restore`: each document by itself; those that can return do. */
export async function restoreTrash(
  ids: readonly string[],
  { values: text, json = false, ...options }: RestoreOptions,
  terminal: Terminal,
): Promise<void> {
  const values = valuesOf(text);
  if (values !== undefined && ids.length > 1)
    throw new UsageError('--values are those of one document: name one id');
  const { restored, failed } = await inTrash(options, async ([opened]) => {
    const done: { readonly id: string; readonly title: string | null; readonly revision: unknown }[] = [];
    const refused: Refused[] = [];
    if (opened === undefined) return { restored: done, failed: refused };
    for (const id of ids) {
      try {
        const document = await opened.trash.restore(id, { values });
        done.push({ id, title: titleOf(document, opened), revision: document['_revision'] });
      } catch (error) {
        refused.push(refusalOf(id, error));
      }
    }
    return { restored: done, failed: refused };
  });
  if (!json) for (const { id, title } of restored) terminal.line(`Restored ${oneLine(title ?? id)}.`);
  const result = { ok: failed.length === 0, collection: options.collection, restored, failed };
  if (failed.length === 0) {
    if (json) terminal.json(result);
    return;
  }
  const lines = failed.flatMap(({ id, error, details = [] }) => [
    `error: ${oneLine(id)}: ${error}`,
    ...details.map(({ path, message }) => `  ${path}: ${message}`),
  ]);
  const hint = failed.some(({ code }) => code === 'CONFLICT')
    ? ['--values gives other values, such as --values \'{"sku":"B-2"}\'.']
    : [];
  throw new CommandError([...lines, ...hint, `${countText(failed.length, 'document')} not restored.`], {
    json: result,
  });
}

function valuesOf(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values;
  } catch (error) {
    throw new UsageError(`--values is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError('--values takes an object of JSON, such as {"sku":"B-2"}');
}

/** What the methods of `local` throw; anything else is a fault. */
function refusalOf(id: string, error: unknown): Refused {
  if (!(error instanceof Error) || error.name !== 'SvcError') throw error;
  const { code, details } = error as Error & Pick<Refused, 'code' | 'details'>;
  return { id, code, error: error.message, ...(details && { details }) };
}
