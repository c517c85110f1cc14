import { countText, type ExaminedQueries, type SlowQuery } from '../../runtime/cli/index.js';
import type { Terminal } from '../terminal/terminal.js';

export function printQueries({ threshold, queries }: ExaminedQueries, terminal: Terminal): void {
  if (queries.length === 0) {
    const kept = threshold === 0 ? ': server.slowReadThreshold is 0' : ` above ${threshold} ms`;
    terminal.line(`No slow reads are kept${kept}.`);
    return;
  }
  for (const query of queries) printQuery(query, terminal);
  terminal.line(`${countText(queries.length, 'slow read')}, those that took most time in all first.`);
}

function printQuery(query: SlowQuery, { colours, line }: Terminal): void {
  const { request, rule, count, failed, half, most, slowest, parts, lastSeen, advice } = query;
  line(colours.bold(request));
  if (rule !== null) line(`  with the access rule ${rule}`);
  const ended = failed === 0 ? '' : `, ${failed} ended before they were complete`;
  line(
    `  ${countText(count, 'time')}${ended}: half within ${timeText(half)}, 95 % within ${timeText(most)}, slowest ${timeText(slowest)}; last ${lastSeen}`,
  );
  line(
    `  on average: page ${timeText(parts.page)}, count ${timeText(parts.count)}, response ${timeText(parts.response)}`,
  );
  for (const one of advice) {
    const text =
      one.kind === 'index'
        ? `${one.collection}: ${colours.green(one.line)}${one.givesOrder ? ', which finds the documents in their order' : ''} (planned: the database uses it)`
        : one.message;
    line(`  ${colours.dim('→')} ${text}`);
  }
  line('');
}

function timeText(milliseconds: number | null): string {
  if (milliseconds === null) return 'more than 3.2 s';
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
