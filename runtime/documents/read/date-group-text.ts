import type { DatePart } from '../../codegen/aggregate-rules.js';

const millisecondsOfDay = 86_400_000;

/**
 * The name of a part of a date: `2024`, `2024-Q1`, `2024-02`, `2024-W09`, `2024-02-29`, `2024-02-29T13`
 * (docs/spec/content-tools.md#amendments).
 *
 * @param first - a text that begins with the part's first day or hour; of a week with its Thursday
 */
export function dateGroupText(first: string, by: DatePart): string {
  const year = first.slice(0, 4);
  switch (by) {
    case 'year':
      return year;
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(first.slice(5, 7)) / 3)}`;
    case 'month':
      return first.slice(0, 7);
    case 'week': {
      const begin = Date.parse(`${year}-01-01T00:00:00Z`);
      const days = (Date.parse(`${first.slice(0, 10)}T00:00:00Z`) - begin) / millisecondsOfDay;
      return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
    }
    case 'day':
      return first.slice(0, 10);
    case 'hour':
      return first.slice(0, 13);
  }
}
