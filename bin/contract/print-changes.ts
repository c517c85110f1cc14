import { countText } from '../../runtime/cli/index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ContractChange } from './change.js';
import { type Cause, groupCauses } from './group-causes.js';

/** The result as JSON. */
export function changesJson(changes: readonly ContractChange[]): object {
  const part = (wanted: boolean): readonly object[] =>
    changes
      .filter(({ breaking }) => breaking === wanted)
      .map(({ place, message, operations }) => ({ place, message, operations }));
  const breaking = part(true);
  return { ok: breaking.length === 0, breaking, compatible: part(false) };
}

/** Prints breaking changes, then compatible ones, those with one cause in one line. */
export function printChanges(changes: readonly ContractChange[], terminal: Terminal): void {
  const { colours, line } = terminal;
  if (changes.length === 0) line('The contracts are the same.');
  const breaking = breakingCauses(changes);
  const compatible = groupCauses(changes.filter((change) => !change.breaking));
  if (breaking.length > 0)
    line(colours.red(colours.bold(`${countText(breaking.length, 'breaking change')}`)));
  printPart(breaking, terminal);
  if (compatible.length > 0)
    line(colours.green(colours.bold(`${countText(compatible.length, 'compatible change')}`)));
  printPart(compatible, terminal);
}

/** The breaking changes as they are printed. */
export function breakingCauses(changes: readonly ContractChange[]): readonly Cause[] {
  return groupCauses(changes.filter(({ breaking }) => breaking));
}

const maxShown = 3;

function printPart(causes: readonly Cause[], { colours, line }: Terminal): void {
  for (const { place, others, message, operations } of causes) {
    const [only = ''] = operations;
    if (place === '' && operations.length === 1) {
      line(`  ${only} ${message}`);
      continue;
    }
    const also = others.length === 0 ? '' : colours.dim(` (also ${few(others)})`);
    const count = operations.length === 1 ? '' : `${operations.length} operations: `;
    const where = colours.dim(`(in ${count}${few(operations)})`);
    line(`  ${place === '' ? '' : `${colours.bold(place)}${also} `}${message} ${where}`);
  }
}

function few(names: readonly string[]): string {
  const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : '';
  return `${names.slice(0, maxShown).join(', ')}${more}`;
}
