/**
 * The rules that emitted validators are made of, in zod: each function returns a schema whose messages are
 * written for people. The generator copies those that are used into `validators.ts`, by name; so each
 * function depends on nothing but the functions that it calls.
 */
import * as z from 'zod';

/** The schema of a body: a strict object whose output is a `T`, with its fields in `shape`. */
export interface Schema<T> extends z.ZodObject<Shape<T>, z.core.$strict> {}

type Shape<T> = {
  [K in keyof T]-?: undefined extends T[K] ? z.ZodOptional<z.ZodType<T[K], T[K]>> : z.ZodType<T[K], T[K]>;
};

/**
 * The data of a draft: any field may be missing, also in groups and rows; only a block must have its
 * `blockType`, which another field of this name need not have.
 */
export type DraftOf<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? readonly DraftOf<Item>[]
    : T
  : T extends object
    ? {
        [K in keyof T]?:
          | DraftOf<T[K]>
          | (K extends 'blockType' ? (undefined extends T[K] ? null : never) : null)
          | undefined;
      }
    : T;

/**
 * For each field a rule with an output of its type. The compiler compares these, not whole schemas: zod's
 * types are so complex that a hundred collections would take half a minute. So the schemas themselves are
 * cast.
 */
export type Rules<T> = { readonly [K in keyof T]-?: { readonly _zod: { readonly output: T[K] } } };

/** The body of a creation, or of the update of a global. */
export function body<T>(rules: Rules<NoInfer<T>>): Schema<T> {
  return object(rules as unknown as Shape<T>) as unknown as Schema<T>;
}

/** The body of an update: as of a creation, but nothing is required. */
export function partial<T, Whole>(whole: Schema<Whole>, changes: Partial<Rules<NoInfer<T>>> = {}): Schema<T> {
  return whole.partial().extend(changes as unknown as z.core.$ZodShape) as unknown as Schema<T>;
}

/** The body of a draft: as of an update, but every field may be empty. */
export function draft<T, Update>(
  update: Schema<Update>,
  changes: Partial<Rules<NoInfer<T>>> = {},
): Schema<T> {
  return update.extend(changes as unknown as z.core.$ZodShape) as unknown as Schema<T>;
}

/** An object with these fields and no other. */
export function object<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Has no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}.`
        : expected('an object')(issue),
  });
}

/** Hides inherited properties of objects, for a field with the name of one (`constructor`). */
export function own<Output>(schema: z.ZodType<Output, Output>): z.ZodType<Output, Output> {
  const withoutPrototype = (input: unknown): unknown =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? Object.assign(Object.create(null), input)
      : input;
  return z.preprocess<unknown, z.ZodType<Output, Output>, Output>(withoutPrototype, schema);
}

/**
 * Text; lengths count code points. A text that is too long is refused before the pattern is tested: some
 * patterns take exponential time, which `max` bounds.
 */
export function text({ required = false, min = 0, max = Infinity, pattern }: TextRules = {}): z.ZodString {
  const lengthOf = (value: string): number => Array.from(value).length;
  return z
    .string({ error: expected('text') })
    .refine((value) => value.length <= max || (value.length <= 2 * max && lengthOf(value) <= max), {
      error: `Must have at most ${counted(max, 'character')}.`,
      abort: true,
    })
    .refine(isText, 'Must be Unicode text without NUL characters.')
    .refine((value) => !required || /\S/.test(value), { error: 'Must not be empty.', abort: true })
    .refine(
      (value) => min === 0 || lengthOf(value) >= min,
      `Must have at least ${counted(min, 'character')}.`,
    )
    .refine((value) => pattern?.test(value) ?? true, `Must match ${pattern}.`);
}

/** Limits of a text. */
export interface TextRules {
  /** At least one character that is not white space. */
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** Whether a string is well-formed Unicode that every database accepts. */
export function isText(value: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(value);
}

/** An ASCII email address. */
export function email(rules: TextRules = {}): z.ZodString {
  return text(rules).refine(
    (value) => value.length <= 254 && z.regexes.email.test(value),
    'Must be an email address, such as ada@example.com.',
  );
}

/** An absolute http or https address. */
export function url(rules: TextRules = {}): z.ZodString {
  return text(rules).refine(
    (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && isUrl(value),
    'Must be an http or https address, such as https://example.com.',
  );
}

/** Not `URL.canParse`: once Node 20 has optimised its caller, it refuses addresses with umlauts. */
export function isUrl(value: string): boolean {
  try {
    new URL(value);
    return true;
  } catch {
    return false;
  }
}

/** A segment of a path. A pattern in the config replaces this rule. */
export function slug(rules: TextRules = {}): z.ZodString {
  return text(rules).refine(
    (value) => rules.pattern !== undefined || /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(value),
    'Must be a part of an address, such as my-first-post.',
  );
}

/** A colour: six hexadecimal digits, or eight with its opacity. Upper case is stored as lower case. */
export function color(): z.ZodString {
  const what = 'a colour, such as #1a2b3c or #1a2b3c80';
  return z
    .string({ error: expected(what) })
    .refine((value) => /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(value), `Must be ${what}.`);
}

/** An existing day, without a time. */
export function date(): z.ZodISODate {
  return z.iso.date({ error: expected('a date that exists, such as 2026-11-21') });
}

/** A time: ISO 8601 with a time zone, in a year of four digits. */
export function timestamp(): z.ZodString {
  const what = 'a moment with its time zone, such as 2026-11-21T09:30:00Z';
  const time = /T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
  const exists = (value: string): boolean =>
    z.regexes.date.test(value.replace(time, '')) &&
    time.test(value) &&
    /^\d{4}-/.test(new Date(value).toISOString());
  return z.string({ error: expected(what) }).refine(exists, `Must be ${what}.`);
}

/** A number; an integer is exact. */
export function number({ min = -Infinity, max = Infinity, integer = false }: NumberRules = {}): z.ZodNumber {
  return z
    .number({ error: expected('a number') })
    .refine((value) => !integer || Number.isSafeInteger(value), 'Must be a whole number.')
    .refine((value) => value >= min, `Must be at least ${min}.`)
    .refine((value) => value <= max, `Must be at most ${max}.`);
}

/** Limits of a number. */
export interface NumberRules {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** True or false. */
export function boolean(): z.ZodBoolean {
  return z.boolean({ error: expected('true or false') });
}

/** One of these. */
export function choice<const Value extends string>(values: readonly Value[]): z.ZodLiteral<Value> {
  return z.literal(values, {
    error: expected(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`),
  });
}

/** `[longitude, latitude]` in degrees. */
export function point(): z.ZodTuple<[z.ZodNumber, z.ZodNumber], null> {
  return z.tuple([number({ min: -180, max: 180 }), number({ min: -90, max: 90 })], {
    error: expected('[longitude, latitude]'),
  });
}

/** Any JSON but `null`. */
export function json(): z.ZodType<boolean | number | string | object, boolean | number | string | object> {
  return z.custom((value) => value !== null && isJson(value), { error: expected('JSON') });
}

/** The tree of a rich text editor. */
export function richText(): z.ZodCustom<object, object> {
  return z.custom((value) => typeof value === 'object' && value !== null && isJson(value), {
    error: expected('the JSON object or list of a rich text editor'),
  });
}

/** The same with nodes `block`: each names a row of a field beside the text. */
export function textWithBlocks(field: string): z.ZodCustom<object, object> {
  return richText().superRefine((text, context) => {
    for (const path of blocksWithoutId(text)) {
      const message = `Must be the id of a block in ${JSON.stringify(field)}.`;
      context.addIssue({ code: 'custom', path: [...path, 'attrs', 'id'], message });
    }
  });
}

/** Where a rich text has nodes `block` that name no row, in the order of the text. */
export function blocksWithoutId(text: object): readonly (readonly PropertyKey[])[] {
  const found: (readonly PropertyKey[])[] = [];
  const waiting: TextPart[] = [{ value: text, key: '', above: null }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { value } = part;
    const node: { readonly type?: unknown; readonly attrs?: { readonly id?: unknown } | null } = value;
    const isBlock = node.type === 'block' && !Array.isArray(value);
    const id = node.attrs?.id;
    if (isBlock && (typeof id !== 'string' || id === '')) found.push(keysOfPart(part));
    // One by one: a call takes only so many arguments.
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (typeof inner !== 'object' || inner === null || (isBlock && key === 'attrs')) continue;
      waiting.push({ value: inner as object, key, above: part });
    }
  }
  return found;
}

/** A node of a rich text, or another object or list in it. */
export interface TextPart {
  readonly value: object;
  readonly key: string;
  readonly above: TextPart | null;
}

/** The path from the text to a part of it. */
export function keysOfPart(part: TextPart): readonly string[] {
  const keys: string[] = [];
  for (let at = part; at.above !== null; at = at.above) keys.push(at.key);
  return keys.reverse();
}

/** Whether a value is JSON throughout, with text that every database accepts. */
export function isJson(value: unknown): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  return value === null || Object.entries(value).every(([key, item]) => isText(key) && isJson(item));
}

/** The id of a document. */
export function id(): z.ZodString {
  const error = expected('the id of a document');
  return z.string({ error }).refine((value) => value !== '' && isText(value), { error });
}

/** A reference to a document of one of several collections. */
export function reference<const Slug extends string>(
  collections: readonly Slug[],
): z.ZodObject<{ collection: z.ZodLiteral<Slug>; id: z.ZodString }, z.core.$strict> {
  return object({ collection: choice(collections), id: id() });
}

/** A list. An empty list means no value, so `min` does not apply to it. */
export function list<Item extends z.core.SomeType>(
  item: Item,
  { required = false, min = 0, max = Infinity }: ListRules = {},
): z.ZodArray<Item> {
  return z
    .array(item, { error: expected('a list') })
    .refine(({ length }) => length > 0 || !required, 'Must not be empty.')
    .refine(({ length }) => length === 0 || length >= min, `Must have at least ${counted(min, 'item')}.`)
    .refine(({ length }) => length <= max, `Must have at most ${counted(max, 'item')}.`);
}

/** Limits of a list. */
export interface ListRules {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Rows of an array or of blocks: each row keeps its id, a new row gets one. */
export function rows<Row extends z.core.SomeType>(row: Row, rules: ListRules = {}): z.ZodArray<Row> {
  return list(row, rules).refine((all: readonly unknown[]) => {
    const ids = all.map((each) => (each as { readonly id?: string }).id).filter((id) => id !== undefined);
    return new Set(ids).size === ids.length;
  }, 'Must not have two rows of one id.');
}

/** The id of a row. */
export function rowId(): z.ZodOptional<z.ZodString> {
  return text({ min: 1, max: 64 }).optional();
}

/** One of several kinds of block, distinguished by `blockType`. */
export function block<const Kinds extends readonly [Block, ...Block[]]>(
  kinds: Kinds,
): z.ZodDiscriminatedUnion<Kinds, 'blockType'> {
  return z.discriminatedUnion('blockType', kinds, {
    error: (issue) => {
      const known: unknown = issue.code === 'invalid_union' ? issue['options'] : null;
      if (!Array.isArray(known)) return expected('an object with a blockType')(issue);
      return `Must be one of ${known.map((kind) => JSON.stringify(kind)).join(', ')}.`;
    },
  });
}

/** A schema with a fixed `blockType`. */
export type Block = z.core.$ZodTypeDiscriminable;

/** A message that says what a value must be. */
export function expected(what: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    if (input === undefined) return 'Is required.';
    return input === null ? 'Is required and cannot be null.' : `Must be ${what}.`;
  };
}

/** `1 item`, `2 items`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
