/** The options of every field type. */
import type { FieldKind } from '../../fields/field-descriptor.js';
import type { FieldConfig, OnDelete } from '../field-config.js';
import {
  anyText,
  type Check,
  callback,
  checkOptions,
  distinct,
  finiteNumber,
  flag,
  isPlainObject,
  isText,
  listOf,
  must,
  objectOf,
  oneOf,
  wholeNumber,
  words,
} from './checks.js';
import {
  type IssueOf,
  issueElsewhere,
  issueOfBoolean,
  issueOfChoice,
  issueOfColor,
  issueOfDate,
  issueOfEmail,
  issueOfJson,
  issueOfNumber,
  issueOfPlainText,
  issueOfPoint,
  issueOfRelation,
  issueOfRichText,
  issueOfSlug,
  issueOfUrl,
} from './issues-of-types.js';
import { inside } from './problem.js';
import { quoted, showValue } from './show-value.js';

/** Reports nothing: the value is checked elsewhere. */
const elsewhere: Check = () => {};

/** The form of an access list. Its roles are looked up later, when those of the config are known. */
export const roleList: Check = distinct(listOf(elsewhere));

/** A list of roles, or a function that decides. */
export const accessRule: Check = (value, place, problems) => {
  if (Array.isArray(value)) roleList(value, place, problems);
  else if (typeof value !== 'function') {
    problems.add(place, `must be a list of roles or a function, not ${showValue(value)}`);
  }
};

const fieldAccess = objectOf({ options: { read: roleList, update: roleList } });

const fieldAdmin = objectOf({ options: { hidden: flag, readOnly: flag, placeholder: words, widget: words } });

const formerPath: Check = must(
  'the former name of the field, or its path',
  (path) => typeof path === 'string' && /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)*$/.test(path),
);

const base = {
  name: elsewhere,
  type: elsewhere,
  label: words,
  description: anyText,
  access: fieldAccess,
  admin: fieldAdmin,
  renamedFrom: formerPath,
};

const value = { ...base, required: flag, default: elsewhere, validate: callback };

const pattern: Check = (given, place, problems) => {
  if (typeof given !== 'string' && !(given instanceof RegExp)) {
    problems.add(place, `must be text or a regular expression, not ${showValue(given)}`);
  } else if (given === '') problems.add(place, 'must not be empty');
  else {
    const issue = patternIssue(given);
    if (issue !== null) problems.add(place, `does not compile: ${issue}`);
  }
};

function patternIssue(given: string | RegExp): string | null {
  try {
    new RegExp(given);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  }
}

const textLimits = {
  minLength: wholeNumber(0),
  maxLength: wholeNumber(1),
  pattern,
  unsafePattern: flag,
};
const indexed = { index: flag, unique: flag };
const rows = { minRows: wholeNumber(0), maxRows: wholeNumber(1) };
const many = { hasMany: flag, ...rows };

const selectOption: Check = (option, place, problems) => {
  if (isPlainObject(option)) {
    checkOptions(
      option,
      { options: { label: words, value: optionValue }, required: ['label', 'value'] },
      place,
      problems,
    );
  } else if (typeof option === 'string') optionValue(option, place, problems);
  else problems.add(place, `must be text or { label, value }, not ${showValue(option)}`);
};

const optionValue: Check = (option, place, problems) => {
  if (typeof option !== 'string') problems.add(place, `must be text, not ${showValue(option)}`);
  else if (option === '') problems.add(place, 'must not be empty');
  else if (!isText(option)) problems.add(place, 'must be Unicode text without NUL characters');
};

const selectOptions: Check = (given, place, problems) => {
  listOf(selectOption)(given, place, problems);
  if (!Array.isArray(given)) return;
  if (given.length === 0) problems.add(place, 'must not be empty');
  const values = given.map((option: unknown) => (isPlainObject(option) ? option['value'] : option));
  for (const [position, one] of values.entries()) {
    if (typeof one === 'string' && values.indexOf(one) < position) {
      problems.add(inside(place, position), `repeats the value ${quoted(one)}`);
    }
  }
};

const onDeletes: readonly OnDelete[] = ['restrict', 'set null', 'cascade'];

/** Slugs are looked up later, when all are known. */
const targets: Check = (given, place, problems) => {
  if (typeof given === 'string') return;
  if (!Array.isArray(given)) {
    problems.add(place, `must be the slug of a collection or a list of slugs, not ${showValue(given)}`);
    return;
  }
  if (given.length === 0) problems.add(place, 'must not be empty');
  distinct(listOf(must('a slug', (slug) => typeof slug === 'string')))(given, place, problems);
};

const someText: Check = (given, place, problems) => {
  if (typeof given !== 'string' || given === '') problems.add(place, `must be text, not ${showValue(given)}`);
};

const plainObject: Check = must('an object', isPlainObject);

export interface FieldRules<Option extends string = string> {
  readonly options: Readonly<Record<Option, Check>>;
  readonly required: readonly Option[];
  /** `a text field`. */
  readonly noun: string;
  /** What is wrong with a constant as a single value; null: nothing. */
  readonly issueOf: IssueOf;
}

type ListType = 'text' | 'number' | 'select' | 'relationship';

type OptionsOf<Field> = Field extends unknown ? keyof Field & string : never;

/** The options of a type. Typed by the compiler's view of the options, so that both stay equal. */
type OptionOf<Type extends FieldKind> = Exclude<
  OptionsOf<Extract<FieldConfig, { readonly type: Type }>>,
  Type extends ListType ? never : 'hasMany'
>;

const rulesByType: { readonly [Type in FieldKind]: FieldRules<OptionOf<Type>> } = {
  text: {
    noun: 'a text field',
    options: { ...value, ...indexed, ...many, ...textLimits },
    required: [],
    issueOf: issueOfPlainText,
  },
  textarea: {
    noun: 'a textarea field',
    options: { ...value, ...indexed, ...textLimits },
    required: [],
    issueOf: issueOfPlainText,
  },
  richText: { noun: 'a richText field', options: value, required: [], issueOf: issueOfRichText },
  email: {
    noun: 'an email field',
    options: { ...value, ...indexed, ...textLimits },
    required: [],
    issueOf: issueOfEmail,
  },
  url: {
    noun: 'a url field',
    options: { ...value, ...indexed, ...textLimits },
    required: [],
    issueOf: issueOfUrl,
  },
  slug: {
    noun: 'a slug field',
    options: { ...value, ...indexed, ...textLimits, from: someText },
    required: [],
    issueOf: issueOfSlug,
  },
  number: {
    noun: 'a number field',
    options: { ...value, ...indexed, ...many, integer: flag, min: finiteNumber, max: finiteNumber },
    required: [],
    issueOf: issueOfNumber,
  },
  boolean: {
    noun: 'a boolean field',
    options: { ...value, index: flag },
    required: [],
    issueOf: issueOfBoolean,
  },
  date: {
    noun: 'a date field',
    options: { ...value, ...indexed, time: flag },
    required: [],
    issueOf: issueOfDate,
  },
  select: {
    noun: 'a select field',
    options: { ...value, ...indexed, ...many, options: selectOptions },
    required: ['options'],
    issueOf: issueOfChoice,
  },
  color: { noun: 'a color field', options: { ...value, ...indexed }, required: [], issueOf: issueOfColor },
  json: { noun: 'a json field', options: value, required: [], issueOf: issueOfJson },
  point: { noun: 'a point field', options: value, required: [], issueOf: issueOfPoint },
  relationship: {
    noun: 'a relationship field',
    options: { ...value, ...indexed, ...many, to: targets, onDelete: oneOf(onDeletes) },
    required: ['to'],
    issueOf: issueOfRelation,
  },
  join: {
    noun: 'a join field',
    options: {
      ...base,
      collection: someText,
      on: someText,
      limit: wholeNumber(1),
      sort: someText,
      where: plainObject,
    },
    required: ['collection', 'on'],
    issueOf: issueElsewhere,
  },
  group: {
    noun: 'a group',
    options: { ...base, fields: elsewhere },
    required: ['fields'],
    issueOf: issueElsewhere,
  },
  array: {
    noun: 'an array field',
    options: { ...value, ...rows, fields: elsewhere },
    required: ['fields'],
    issueOf: issueElsewhere,
  },
  blocks: {
    noun: 'a blocks field',
    options: { ...value, ...rows, blocks: elsewhere },
    required: ['blocks'],
    issueOf: issueElsewhere,
  },
};

/** The allowed options of each field type. */
export const fieldRules: ReadonlyMap<string, FieldRules> = new Map<string, FieldRules>(
  Object.entries(rulesByType),
);
