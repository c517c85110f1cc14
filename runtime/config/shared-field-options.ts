/** Options that fields of several types have. Each type adds its own: `runtime/fields/types/`. */
import type { FieldAccess } from './access-config.js';
import type { AnyData, DefaultCallback, ValidateCallback, VirtualCallback } from './hook-config.js';
import type { TranslatedText } from './translated-text.js';

/** The part of a line that a field takes on a wide screen. */
export type FieldWidth = 'full' | '3/4' | '2/3' | '1/2' | '1/3' | '1/4';

/**
 * Whether the dashboard shows something. It runs in the browser, whenever the form changes. `data` is the
 * whole document in the form, `sibling` the object that contains the field: the document, a group or a row.
 */
export type ConditionCallback = (data: AnyData, sibling: AnyData) => boolean;

/**
 * Returns the heading of a row in the dashboard; nothing where it is made from the values. It runs in the
 * browser. `index` counts from 0.
 */
export type RowLabelCallback = (
  row: AnyData,
  context: { readonly index: number },
) => string | null | undefined;

/** How the dashboard shows a field. */
export interface FieldAdmin {
  /**
   * Hides the field in forms and lists of the dashboard. The API still returns it: restrict reading by
   * `access`.
   */
  readonly hidden?: boolean;
  /** Shown, but not editable in the dashboard. */
  readonly readOnly?: boolean;
  /** Text shown in an empty input. */
  readonly placeholder?: TranslatedText;
  /** Name of the module in the config's `admin.widgets` that renders the field. */
  readonly widget?: string;
  /** The part of a line that it takes on a wide screen. Default: by its type and options. */
  readonly width?: FieldWidth;
  /** Shown beside the form. Only of fields of the document itself, not of a group or a row. */
  readonly position?: 'sidebar';
  /**
   * Whether the field is shown. It runs in the browser and decides on no rights: a field that is not shown
   * keeps its value, and the service checks it like any other.
   */
  readonly condition?: ConditionCallback;
}

/** Options of every field. */
export interface BaseFieldConfig {
  /** `^[a-zA-Z][a-zA-Z0-9_]*$`, unique among its siblings (case-insensitive). */
  readonly name: string;
  /** Label in the dashboard. Default: made from the name. */
  readonly label?: TranslatedText;
  /**
   * Appears in the types, the OpenAPI document and the SDK. A TSDoc comment above the field has the same
   * effect.
   */
  readonly description?: TranslatedText;
  /** Which roles may read and change it. Has no effect unless the config has `auth`. */
  readonly access?: FieldAccess;
  /** How the dashboard shows it. */
  readonly admin?: FieldAdmin;
  /**
   * The former name, so that a migration keeps the values: the name of a former sibling, or a dotted path
   * from the root of the document (in `array` and `blocks`: from the root of the row). It may be removed once
   * the migration exists.
   */
  readonly renamedFrom?: string;
}

/** Options of every field that has a value. */
export interface ValueFieldConfig<Value> extends BaseFieldConfig {
  /** Must be given on creation and cannot be cleared; a list needs at least one entry. Default `false`. */
  readonly required?: boolean;
  /** A value, or a function that returns one when a document is created. */
  readonly default?: Value | DefaultCallback<Value>;
  /** Called with a value that fits the other options of the field. Returns `true` or an error message. */
  readonly validate?: ValidateCallback<Value>;
  /**
   * No request may set the field: it is missing in the types of inputs, and a body that names it is refused.
   * Its `default` and the hooks `beforeValidate` and `beforeChange` give it a value. Default `false`.
   */
  readonly readOnly?: boolean;
}

/**
 * Options of every field whose value the config may compute. `Computed` is what a function returns: in a
 * config, the compiler knows a text that it returns only as `string`.
 */
export interface ComputableFieldConfig<Value, Computed = Value> extends ValueFieldConfig<Value> {
  /**
   * Returns the value whenever the field is read: nothing is stored, no request sets it, and no filter or
   * sort may name it. With `required` it never returns an empty value.
   */
  readonly virtual?: VirtualCallback<Computed>;
}

/** Options of fields with a column of their own. */
export interface Indexed {
  /** Creates an index for filters and sorts by the field. Default `false`. */
  readonly index?: boolean;
  /** No two documents may have the same value. Default `false`. */
  readonly unique?: boolean;
}

/** A field with one value. */
export interface Single {
  // Includes `undefined`, so that the union distinguishes it from a list under `exactOptionalPropertyTypes`
  // too.
  readonly hasMany?: false | undefined;
}

/** A field with a list of values. */
export interface Many {
  /** The value is a list. */
  readonly hasMany: true;
}

/** Limits of a list. */
export interface Rows {
  /** Min number of entries. */
  readonly minRows?: number;
  /** Max number of entries. */
  readonly maxRows?: number;
}

/** Limits of a text. */
export interface TextLimits {
  /** Min length in code points. */
  readonly minLength?: number;
  /** Max length in code points. */
  readonly maxLength?: number;
  /** Regular expression that must match a part of the value; use `^` and `$` to match the whole value. */
  readonly pattern?: string | RegExp;
  /**
   * Accepts a `pattern` that `svc generate` rejects because matching can take exponential or polynomial time
   * in the length of the text (OWASP: Regular expression Denial of Service). Setting `maxLength` is better.
   * Default `false`.
   */
  readonly unsafePattern?: boolean;
}
