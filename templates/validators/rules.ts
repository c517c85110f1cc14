/**
 * The rules that emitted validators are made of, in zod: each function answers a schema whose messages a person
 * understands. `validators.ts` gets those that it uses, cut out by name; so each stands alone, apart from the others that it
 * calls.
 */
import * as z from 'zod';

/** The schema of a body: a strict object whose output is a `T`, with its parts in `shape`. */
export interface Schema<T> extends z.ZodObject<Shape<T>, z.core.$strict> {}

type Shape<T> = {
  [K in keyof T]-?: undefined extends T[K] ? z.ZodOptional<z.ZodType<T[K], T[K]>> : z.ZodType<T[K], T[K]>;
};

/** What a draft may lack, down into groups and rows; only a block still says which one it is. */
export type DraftOf<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? readonly DraftOf<Item>[]
    : T
  : T extends object
    ? { [K in keyof T]?: (K extends 'blockType' ? T[K] : DraftOf<T[K]> | null) | undefined }
    : T;

/**
 * For each field a rule whose output fits it. The compiler compares these, and no whole schemas: zod's types are so rich that
 * for a hundred collections it would take half a minute. So the schemas themselves are cast.
 */
export type Rules<T> = { readonly [K in keyof T]-?: { readonly _zod: { readonly output: T[K] } } };

/** The body of a creation, or of the update of a global. */
export function body<T>(rules: Rules<NoInfer<T>>): Schema<T> {
  return object(rules as unknown as Shape<T>) as unknown as Schema<T>;
}

/** The body of an update: of a creation, but nothing is required. */
export function partial<T, Whole>(whole: Schema<Whole>, changes: Partial<Rules<NoInfer<T>>> = {}): Schema<T> {
  return whole.partial().extend(changes as unknown as z.core.$ZodShape) as unknown as Schema<T>;
}

/** The body of a draft: of an update, but nothing is kept from being empty. */
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

/** Hides what objects inherit, where a field has the name of it (`constructor`). */
export function own<Output>(schema: z.ZodType<Output, Output>): z.ZodType<Output, Output> {
  const withoutPrototype = (input: unknown): unknown =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? Object.assign(Object.create(null), input)
      : input;
  return z.preprocess<unknown, z.ZodType<Output, Output>, Output>(withoutPrototype, schema);
}

/** Text; lengths count code points. */
export function text({ min = 0, max = Infinity, pattern }: TextRules = {}): z.ZodString {
  const lengthOf = (value: string): number => Array.from(value).length;
  return z
    .string({ error: expected('text') })
    .refine(isText, 'Must be Unicode text without NUL characters.')
    .refine(
      (value) => min === 0 || lengthOf(value) >= min,
      `Must have at least ${counted(min, 'character')}.`,
    )
    .refine(
      (value) => value.length <= max || lengthOf(value) <= max,
      `Must have at most ${counted(max, 'character')}.`,
    )
    .refine((value) => pattern?.test(value) ?? true, `Must match ${pattern}.`);
}

/** What a text may be limited to. */
export interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** Whether a string is whole Unicode, and text that every database takes. */
export function isText(value: string): boolean {
  return !/\0|\p{Surrogate}/u.test(value);
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
    (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
    'Must be an http or https address, such as https://example.com.',
  );
}

/** A part of a path. A pattern of the config takes the place of this rule. */
export function slug(rules: TextRules = {}): z.ZodString {
  return text(rules).refine(
    (value) => rules.pattern !== undefined || /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(value),
    'Must be a part of an address, such as my-first-post.',
  );
}

/** A day that exists, without a time. */
export function date(): z.ZodISODate {
  return z.iso.date({ error: expected('a date that exists, such as 2026-11-21') });
}

/** A moment: ISO 8601 with a time zone, in a year of four digits. */
export function timestamp(): z.ZodString {
  const what = 'a moment with its time zone, such as 2026-11-21T09:30:00Z';
  const time = /T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
  const exists = (value: string): boolean =>
    z.regexes.date.test(value.replace(time, '')) &&
    time.test(value) &&
    /^\d{4}-/.test(new Date(value).toISOString());
  return z.string({ error: expected(what) }).refine(exists, `Must be ${what}.`);
}

/** A number; a whole one is exact. */
export function number({ min = -Infinity, max = Infinity, integer = false }: NumberRules = {}): z.ZodNumber {
  return z
    .number({ error: expected('a number') })
    .refine((value) => !integer || Number.isSafeInteger(value), 'Must be a whole number.')
    .refine((value) => value >= min, `Must be at least ${min}.`)
    .refine((value) => value <= max, `Must be at most ${max}.`);
}

/** What a number may be limited to. */
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

/** Whether a value is JSON throughout, with text that every database takes. */
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

/** A document of one of several collections. */
export function reference<const Slug extends string>(
  collections: readonly Slug[],
): z.ZodObject<{ collection: z.ZodLiteral<Slug>; id: z.ZodString }, z.core.$strict> {
  return object({ collection: choice(collections), id: id() });
}

/** A list. An empty one stands for no value, so that `min` says nothing about it. */
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

/** What a list may be limited to. */
export interface ListRules {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Rows of an array or of blocks: each keeps its id, new ones get one. */
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

/** One of several kinds of block, told apart by `blockType`. */
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
