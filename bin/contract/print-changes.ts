import { countText } from '../../runtime/cli/index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ContractChange } from './change.js';

/** The result as JSON. */
export function changesJson(changes: readonly ContractChange[]): object {
  const part = (wanted: boolean): readonly object[] =>
    changes.filter(({ breaking }) => breaking === wanted).map(({ breaking: _breaking, ...change }) => change);
  const breaking = part(true);
  return { ok: breaking.length === 0, breaking, compatible: part(false) };
}

/** Prints breaking changes, then compatible ones, each under what it concerns. */
export function printChanges(changes: readonly ContractChange[], terminal: Terminal): void {
  const { colours, line } = terminal;
  if (changes.length === 0) line('The contracts are the same.');
  const breaking = changes.filter((change) => change.breaking);
  const compatible = changes.filter((change) => !change.breaking);
  if (breaking.length > 0)
    line(colours.red(colours.bold(`${countText(breaking.length, 'breaking change')}`)));
  printPart(breaking, terminal);
  if (compatible.length > 0)
    line(colours.green(colours.bold(`${countText(compatible.length, 'compatible change')}`)));
  printPart(compatible, terminal);
}

const maxShown = 3;

function printPart(changes: readonly ContractChange[], { colours, line }: Terminal): void {
  for (const { place, message, operations } of changes) {
    const first = operations.slice(0, maxShown).join(', ');
    const more = operations.length > maxShown ? ` and ${operations.length - maxShown} more` : '';
    if (place === '') line(`  ${first}${more} ${message}`);
    else line(`  ${colours.bold(place)} ${message} ${colours.dim(`(${first}${more})`)}`);
  }
}
