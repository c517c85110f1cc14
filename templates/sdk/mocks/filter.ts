import { refuseField } from './errors.js';
import { isData } from './paths.js';
import type { Data } from './schema.js';

/** The documents that a relation at a path leads to, and how paths continue in them. */
export interface Followed {
  readonly documents: readonly unknown[];
  readonly follow: Follow;
}

/** Undefined where the path is no relation. */
export type Follow = (path: string, value: unknown) => Followed | undefined;

/** Whether a document fits a filter. */
export function matches(document: Data, where: unknown, follow: Follow): boolean {
  if (!isData(where)) return true;
  return Object.entries(where).every(([path, condition]) => {
    if (path === 'AND')
      return (condition as readonly unknown[]).every((each) => matches(document, each, follow));
    if (path === 'OR')
      return (condition as readonly unknown[]).some((each) => matches(document, each, follow));
    const values = valuesAt(document, path.split('.'), { follow, path: '' });
    return (values.length > 0 ? values : [null]).some((value) => fits(value ?? null, condition, path));
  });
}

interface Way {
  readonly follow: Follow;
  /** The path in this document so far. */
  readonly path: string;
}

/** The values at a path, one for each row and each related document that it leads through. */
function valuesAt(value: unknown, names: readonly string[], { follow, path }: Way): readonly unknown[] {
  if (names.length === 0) return [value];
  const followed = path === '' ? undefined : follow(path, value);
  const items = followed ? followed.documents : Array.isArray(value) ? value : [value];
  const way = followed ? { follow: followed.follow, path: '' } : { follow, path };
  return items.flatMap((item) => valuesIn(item, names, way));
}

function valuesIn(item: unknown, names: readonly string[], { follow, path }: Way): readonly unknown[] {
  const [name = '', ...rest] = names;
  if (!isData(item)) return [];
  // A path may name the type of a block.
  if (item['blockType'] === name) return valuesIn(item, rest, { follow, path });
  return valuesAt(item[name], rest, { follow, path: path === '' ? name : `${path}.${name}` });
}

type Test = (value: unknown, operand: unknown) => boolean;

const isEqual: Test = (value, operand) =>
  isData(value) ? JSON.stringify(value) === JSON.stringify(operand) : value === operand;
const isAmong: Test = (value, operand) => {
  const values = Array.isArray(value) ? value : [value];
  return (operand as readonly unknown[]).some((each) => values.some((own) => isEqual(own, each)));
};
const isPart: Test = (value, operand) =>
  Array.isArray(value)
    ? value.some((own) => isEqual(own, operand))
    : typeof value === 'string' && value.toLowerCase().includes(`${operand}`.toLowerCase());
const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
const compared =
  (test: (value: string | number, operand: string | number) => boolean): Test =>
  (value, operand) =>
    typeof value === typeof operand && value !== null && test(value as string, operand as string);

const tests: { readonly [operator: string]: Test } = {
  equals: (value, operand) => (operand === null ? isEmpty(value) : isEqual(value, operand)),
  not_equals: (value, operand) => !(operand === null ? isEmpty(value) : isEqual(value, operand)),
  in: isAmong,
  not_in: (value, operand) => !isAmong(value, operand),
  gt: compared((value, operand) => value > operand),
  gte: compared((value, operand) => value >= operand),
  lt: compared((value, operand) => value < operand),
  lte: compared((value, operand) => value <= operand),
  contains: isPart,
  not_contains: (value, operand) => !isPart(value, operand),
  exists: (value, operand) => isEmpty(value) !== operand,
};

function fits(value: unknown, condition: unknown, path: string): boolean {
  // A reference to one of several collections is an object too.
  if (!isData(condition) || 'collection' in condition) return tests['equals']?.(value, condition) === true;
  return Object.entries(condition).every(([operator, operand]) => {
    const test = tests[operator];
    return test
      ? test(value, operand)
      : refuseField(path, 'filter.unknownOperator', `These mocks do not know the operator ${operator}.`);
  });
}
