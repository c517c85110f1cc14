import { countText } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import type { Terminal } from '../terminal/terminal.js';
import { inTrash, type OpenTrash, type TrashOptions } from './in-trash.js';

interface EmptyOptions extends TrashOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `svc trash empty`: deletes for good what is in the trash. */
export async function emptyTrash(
  { dryRun = false, yes = false, json = false, ...options }: EmptyOptions,
  terminal: Terminal,
): Promise<void> {
  const counts = await inTrash(options, async (trashes) => {
    const inside: Record<string, number> = {};
    for (const { slug, trash } of trashes) inside[slug] = (await trash.find({ limit: 0 })).totalDocs;
    if (dryRun || sumOf(inside) === 0) return inside;
    if (!yes && (json || !(await confirm(`Delete ${textOf(inside)} for good?`))))
      throw new CommandError(`this deletes ${textOf(inside)} for good: --yes confirms it`);
    const purged: Record<string, number> = {};
    for (const trash of trashes) purged[trash.slug] = await purgeAll(trash);
    return purged;
  });
  if (json) terminal.json({ ok: true, dryRun, purged: counts });
  else if (sumOf(counts) === 0) terminal.line('The trash is empty.');
  else terminal.line(`${dryRun ? 'Would delete' : 'Deleted'} ${textOf(counts)} for good.`);
}

/** A call deletes a limited number. */
async function purgeAll({ trash }: OpenTrash): Promise<number> {
  let sum = 0;
  for (;;) {
    const { purged, left } = await trash.empty();
    sum += purged;
    if (left === 0 || purged === 0) return sum;
  }
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** `3 documents of posts, 1 document of tags`. */
function textOf(counts: Readonly<Record<string, number>>): string {
  const own = Object.entries(counts).filter(([, count]) => count > 0);
  return own.map(([slug, count]) => `${countText(count, 'document')} of ${slug}`).join(', ');
}
