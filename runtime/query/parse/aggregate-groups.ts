import {
  type DatePart,
  dateParts,
  isDateKind,
  needsTime,
  offsetPattern,
} from '../../codegen/aggregate-rules.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, gotOf, inputIssue, wrongType } from '../../fields/input-issue.js';
import { nearTo } from '../../util/near-miss.js';
import type { DateGroup, GroupTerm } from '../aggregate-plan.js';
import { readValue, unfitting } from './aggregate-value.js';
import type { Reader } from './reader.js';

const maxGroups = 3;
const keysOfGroup = ['field', 'by', 'offset'] as const;

/** Parses `groupBy`. */
export function readGroups(value: unknown, reader: Reader): readonly GroupTerm[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType('groupBy', 'list', value);
  if (value.length > maxGroups)
    throw inputIssue('groupBy', reason('input.tooManyValues', { count: value.length, max: maxGroups }));
  const groups = value.map((one: unknown, index) => readGroup(one, `groupBy.${index}`, reader));
  const twice = groups.find(({ path }, index) => groups.findIndex((one) => one.path === path) < index);
  if (twice !== undefined) throw inputIssue('groupBy', reason('sort.duplicate', { path: twice.path }));
  return groups;
}

function readGroup(given: unknown, place: string, reader: Reader): GroupTerm {
  if (typeof given === 'string') return groupOf(given, place, reader, {});
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrongType(place, 'group', given);
  const options = new Map<string, unknown>(Object.entries(given));
  for (const name of options.keys()) {
    if (keysOfGroup.some((one) => one === name)) continue;
    throw inputIssue(`${place}.${echo(name)}`, reason('property.unknown', nearTo(name, keysOfGroup)));
  }
  const path = options.get('field');
  if (typeof path !== 'string') throw wrongType(`${place}.field`, 'text', path);
  return groupOf(path, `${place}.field`, reader, { options, place });
}

interface Options {
  readonly options?: ReadonlyMap<string, unknown>;
  readonly place?: string;
}

function groupOf(
  path: string,
  at: string,
  reader: Reader,
  { options = new Map(), place = at }: Options,
): GroupTerm {
  const { field, isList, value } = readValue(path, at, reader);
  if (value === null) throw inputIssue(at, unfitting('groupBy', field, isList));
  return { path, value, isList, date: readDateGroup(options, place, value.kind) };
}

function readDateGroup(
  options: ReadonlyMap<string, unknown>,
  place: string,
  kind: GroupTerm['value']['kind'],
): DateGroup | null {
  const [part, offset] = [options.get('by'), options.get('offset')];
  if (part === undefined) {
    if (offset !== undefined) throw inputIssue(`${place}.offset`, reason('aggregate.offsetWithoutBy'));
    return null;
  }
  const by = datePartOf(part, `${place}.by`);
  if (!isDateKind(kind)) throw inputIssue(`${place}.by`, reason('aggregate.byOfDates'));
  if (kind === 'date' && needsTime({ by, offset }))
    throw inputIssue(`${place}.${by === 'hour' ? 'by' : 'offset'}`, reason('aggregate.timeOfDates'));
  return { by, offset: offset === undefined ? 0 : minutesOf(offset, `${place}.offset`) };
}

function datePartOf(value: unknown, place: string): DatePart {
  const by = dateParts.find((one) => one === value);
  if (by !== undefined) return by;
  const near = typeof value === 'string' ? nearTo(value, dateParts) : {};
  throw inputIssue(place, reason('input.notAllowed', { values: dateParts, got: gotOf(value), ...near }));
}

/** Minutes of a fixed offset. SQLite knows no time zones, so a zone cannot be named. */
function minutesOf(value: unknown, place: string): number {
  const parts = typeof value === 'string' ? offsetPattern.exec(value) : null;
  if (parts === null) throw inputIssue(place, reason('aggregate.badOffset', { got: gotOf(value) }));
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return parts[1] === '-' ? 0 - minutes : minutes;
}
