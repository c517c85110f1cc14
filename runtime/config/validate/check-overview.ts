/** Checks `admin.overview`: its widgets name fields that documents can be grouped by and counted. */
import {
  dateParts,
  fitsMetric,
  isMetricName,
  type MetricOperation,
  metricOperations,
  needsTime,
  offsetPattern,
} from '../../codegen/aggregate-rules.js';
import type { FieldKind } from '../../fields/field-descriptor.js';
import { isRelationType } from '../../fields/relation.js';
import { nearestName } from '../../util/near-miss.js';
import {
  type Check,
  checkOptions,
  isPlainObject,
  objectOf,
  oneOf,
  type PlainObject,
  translated,
  wholeNumber,
  words,
} from './checks.js';
import { isVirtual, kindOf, type Outline, type OutlineField } from './outline.js';
import { inside, type Place, type Problems, root } from './problem.js';
import { quoted, showValue } from './show-value.js';

const maxWidgets = 12;
const maxMetrics = 3;

const offset: Check = (value, place, problems) => {
  if (typeof value === 'string' && offsetPattern.test(value)) return;
  problems.add(place, `must be a time from UTC such as "+02:00", not ${showValue(value)}`);
};

const groupBy: Check = (value, place, problems) => {
  const options = { field: words, by: oneOf(dateParts), offset };
  if (isPlainObject(value)) checkOptions(value, { options, required: ['field'] }, place, problems);
  else if (typeof value === 'string') words(value, place, problems);
  else problems.add(place, `must be the path of a field, or { field, by }, not ${showValue(value)}`);
};

const metric: Check = (value, place, problems) => {
  if (value === 'count') return;
  const options = Object.fromEntries(metricOperations.map((operation) => [operation, words]));
  if (!isPlainObject(value)) {
    problems.add(place, `must be 'count', or such as { sum: 'price' }, not ${showValue(value)}`);
  } else {
    checkOptions(value, { options }, place, problems);
    if (Object.keys(value).length !== 1) problems.add(place, 'must have one operation');
  }
};

const metrics: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of metrics by name, not ${showValue(value)}`);
    return;
  }
  const names = Object.keys(value);
  if (names.length === 0 || names.length > maxMetrics)
    problems.add(place, `must have 1 to ${maxMetrics} metrics`);
  for (const name of names) {
    if (isMetricName(name)) metric(value[name], inside(place, name), problems);
    else
      problems.add(place, `has the name ${quoted(name)}: a name has letters, digits and _, and is not "key"`);
  }
};

const widget: Check = objectOf({
  options: { collection: words, title: translated, groupBy, metrics, limit: wholeNumber(1, 50) },
  required: ['collection', 'groupBy'],
});

/** The form of `admin.overview`. */
export const overview: Check = (value, place, problems) => {
  if (!Array.isArray(value)) {
    problems.add(place, `must be a list, not ${showValue(value)}`);
    return;
  }
  if (value.length > maxWidgets) problems.add(place, `has more than ${maxWidgets} widgets`);
  for (const [position, each] of Array.from<unknown>(value).entries())
    widget(each, inside(place, position), problems);
};

interface Surroundings {
  readonly collections: ReadonlyMap<string, Outline>;
  readonly problems: Problems;
}

/** Checks the collections and fields that the widgets of a config name. */
export function checkOverview({ admin }: PlainObject, { collections, problems }: Surroundings): void {
  const widgets = isPlainObject(admin) ? admin['overview'] : undefined;
  if (!Array.isArray(widgets)) return;
  const list = inside(inside(root, 'admin'), 'overview');
  for (const [position, each] of Array.from<unknown>(widgets).entries()) {
    if (!isPlainObject(each) || typeof each['collection'] !== 'string') continue;
    const place = inside(list, position);
    const { collection } = each;
    const outline = collections.get(collection);
    if (outline === undefined) {
      const issue = `names the unknown collection ${quoted(collection)}`;
      problems.add(inside(place, 'collection'), issue, nearestName(collection, collections.keys()));
    } else checkWidget(each, outline, place, problems);
  }
}

function checkWidget(config: PlainObject, outline: Outline, place: Place, problems: Problems): void {
  const { groupBy: group, metrics: given } = config;
  if (typeof group === 'string') checkGroup({ field: group }, outline, inside(place, 'groupBy'), problems);
  else if (isPlainObject(group)) checkGroup(group, outline, inside(place, 'groupBy'), problems);
  if (!isPlainObject(given)) return;
  for (const [name, each] of Object.entries(given)) {
    if (!isPlainObject(each)) continue;
    const at = inside(inside(place, 'metrics'), name);
    for (const operation of metricOperations) {
      const path = each[operation];
      if (typeof path === 'string')
        named(path, { outline, place: inside(at, operation), ...useOf(operation) }, problems);
    }
  }
}

function checkGroup(group: PlainObject, outline: Outline, place: Place, problems: Problems): void {
  const { field: path, by, offset: from } = group;
  if (typeof path !== 'string') return;
  const field = named(path, { outline, place, fits: isGroup, purpose: 'grouped by' }, problems);
  if (by === undefined) {
    if (from !== undefined) problems.add(inside(place, 'offset'), 'needs "by"');
    return;
  }
  if (field === null) return;
  if (field.type !== 'date') problems.add(inside(place, 'by'), `needs a date, which ${quoted(path)} is not`);
  else if (field.config['time'] !== true && needsTime({ by, offset: from }))
    problems.add(place, `names ${quoted(path)}, a date without a time`);
}

interface Use {
  readonly fits: (field: WidgetField) => boolean;
  /** `grouped by`, for messages. */
  readonly purpose: string;
}

type WidgetField = Pick<OutlineField, 'type' | 'config' | 'inRows'>;

function named(
  path: string,
  { outline, place, fits, purpose }: Use & { readonly outline: Outline; readonly place: Place },
  problems: Problems,
): WidgetField | null {
  const fields = new Map<string, WidgetField>([...outline.fields, ...builtIn(outline)]);
  const field = fields.get(path);
  if (field === undefined) {
    const known = [...fields].filter(([, each]) => fits(each)).map(([each]) => each);
    const issue = `names the unknown field ${quoted(path)} of ${quoted(outline.slug)}`;
    problems.add(place, issue, nearestName(path, known));
  } else if (!fits(field)) {
    problems.add(place, `names ${quoted(path)}, ${kindOf(field)}, which cannot be ${purpose}`);
  }
  return field ?? null;
}

function builtIn({ config }: Outline): readonly (readonly [string, WidgetField])[] {
  const field = (type: FieldKind, options: PlainObject = {}): WidgetField => ({
    ...{ type, config: options, inRows: false },
  });
  return [
    ['id', field('text')],
    ['createdAt', field('date', { time: true })],
    ['updatedAt', field('date', { time: true })],
    ...(config['drafts'] === false ? [] : [['_status', field('select')] as const]),
  ];
}

const uncounted: ReadonlySet<string> = new Set<FieldKind>([
  ...(['json', 'richText', 'point', 'group', 'array', 'blocks', 'join'] as const),
]);

function isOwn({ type, config, inRows }: WidgetField): boolean {
  return !uncounted.has(type) && !inRows && !isVirtual(config);
}

function isSingle(field: WidgetField): boolean {
  return isOwn(field) && field.config['hasMany'] !== true;
}

/** Lists of relations are no groups, and keys of relations to several collections are not only ids. */
function isGroup(field: WidgetField): boolean {
  const { type, config } = field;
  return (
    isOwn(field) && !(isRelationType(type) && (config['hasMany'] === true || Array.isArray(config['to'])))
  );
}

const purposes: Readonly<Record<MetricOperation, string>> = {
  countDistinct: 'counted',
  sum: 'summed',
  avg: 'averaged',
  min: 'compared',
  max: 'compared',
};

function useOf(operation: MetricOperation): Use {
  const fits = (field: WidgetField): boolean => isSingle(field) && fitsMetric(operation, field.type);
  return { fits, purpose: purposes[operation] };
}
