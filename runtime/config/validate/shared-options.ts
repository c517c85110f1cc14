/** The checks of options that fields of several types have. */

import { iconNames } from '../icon-name.js';
import type {
  BaseFieldConfig,
  ComputableFieldConfig,
  FieldAdmin,
  Indexed,
  Many,
  Rows,
  TextLimits,
  ValueFieldConfig,
} from '../shared-field-options.js';
import { roleList } from './access-rule.js';
import {
  anyTranslated,
  type Check,
  callback,
  elsewhere,
  flag,
  must,
  objectOf,
  oneOf,
  translated,
  wholeNumber,
  words,
} from './checks.js';
import { showValue } from './show-value.js';

/** A check for each option. */
type Checks<Option extends string> = Readonly<Record<Option, Check>>;

const fieldAccess = objectOf({ options: { read: roleList, update: roleList } });

const adminOptions: Checks<keyof FieldAdmin> = {
  hidden: flag,
  readOnly: flag,
  placeholder: translated,
  widget: words,
  width: oneOf(['full', '3/4', '2/3', '1/2', '1/3', '1/4']),
  position: oneOf(['sidebar']),
  condition: callback,
};

const fieldAdmin = objectOf({ options: adminOptions });

const rowLabel: Check = (given, place, problems) => {
  if (typeof given !== 'function' && (typeof given !== 'string' || given === '')) {
    problems.add(place, `must be the name of a field in the row, or a function, not ${showValue(given)}`);
  }
};

/** `admin` of a list of rows. */
export const rowsAdmin: Check = objectOf({ options: { ...adminOptions, rowLabel } });
/** `admin` of a type of block. */
export const blockAdmin: Check = objectOf({ options: { rowLabel, icon: oneOf(iconNames) } });
/** `admin` of a row, a tab or a collapsible. */
export const layoutAdmin: Check = objectOf({ options: { condition: callback } });

const formerPath: Check = must(
  'the former name of the field, or its path',
  (path) => typeof path === 'string' && /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)*$/.test(path),
);

/** Options of every field. */
export const base: Checks<keyof BaseFieldConfig | 'type'> = {
  name: elsewhere,
  type: elsewhere,
  label: translated,
  description: anyTranslated,
  access: fieldAccess,
  admin: fieldAdmin,
  renamedFrom: formerPath,
};

/** Options of every field that has a value. */
export const value: Checks<keyof ValueFieldConfig<never> | 'type'> = {
  ...base,
  required: flag,
  default: elsewhere,
  validate: callback,
  readOnly: flag,
};

/** Options of every field whose value the config may compute. */
export const computable: Checks<keyof ComputableFieldConfig<never> | 'type'> = {
  ...value,
  virtual: callback,
};

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

/** Limits of a text. */
export const textLimits: Checks<keyof TextLimits> = {
  minLength: wholeNumber(0),
  maxLength: wholeNumber(1),
  pattern,
  unsafePattern: flag,
};
/** Options of fields with a column of their own. */
export const indexed: Checks<keyof Indexed> = { index: flag, unique: flag };
/** Limits of a list. */
export const rows: Checks<keyof Rows> = { minRows: wholeNumber(0), maxRows: wholeNumber(1) };
/** Options of fields that may have a list of values. */
export const many: Checks<keyof Many | keyof Rows> = { hasMany: flag, ...rows };

/** The name or path of something. */
export const someText: Check = (given, place, problems) => {
  if (typeof given !== 'string' || given === '') problems.add(place, `must be text, not ${showValue(given)}`);
};
