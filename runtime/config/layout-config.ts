/** How the dashboard arranges fields. What is here holds no data: the API knows only the fields inside. */
import type { FieldConfig, NoList } from './field-config.js';
import type { AnyData } from './hook-config.js';
import type { TranslatedText } from './translated-text.js';

/** Fields, and rows, tabs and collapsibles that contain fields. */
export type FieldsConfig<Slug extends string = string> = readonly (FieldConfig<Slug> | LayoutConfig<Slug>)[];

/** What arranges fields, and holds no data. */
export type LayoutConfig<Slug extends string = string> =
  | NoList<RowConfig<FieldsConfig<Slug>>>
  | NoList<TabsConfig<readonly TabConfig<FieldsConfig<Slug>>[]>>
  | NoList<CollapsibleConfig<FieldsConfig<Slug>>>;

/** Fields side by side, as far as there is room. */
export interface RowConfig<Fields = FieldsConfig> {
  readonly type: 'row';
  /** They are fields of what the row is in. */
  readonly fields: Fields;
  /** How the dashboard shows it. */
  readonly admin?: LayoutAdmin;
}

/** Groups of fields of which one is shown at a time. */
export interface TabsConfig<Tabs = readonly TabConfig[]> {
  readonly type: 'tabs';
  /** At least one. */
  readonly tabs: Tabs;
  /** How the dashboard shows it. */
  readonly admin?: LayoutAdmin;
}

/** One tab. */
export interface TabConfig<Fields = FieldsConfig> {
  /** Its heading. */
  readonly label: TranslatedText;
  /** Shown above its fields. */
  readonly description?: TranslatedText;
  /** They are fields of what the tabs are in. */
  readonly fields: Fields;
  /** How the dashboard shows it. */
  readonly admin?: LayoutAdmin;
}

/** Fields below a heading that folds them. */
export interface CollapsibleConfig<Fields = FieldsConfig> {
  readonly type: 'collapsible';
  /** Its heading. */
  readonly label: TranslatedText;
  /** Shown above its fields. */
  readonly description?: TranslatedText;
  /** Whether the fields are shown at first. Default `true`. */
  readonly open?: boolean;
  /** They are fields of what the collapsible is in. */
  readonly fields: Fields;
  /** How the dashboard shows it. */
  readonly admin?: LayoutAdmin;
}

/** How the dashboard shows a row, a tab or a collapsible. */
export interface LayoutAdmin {
  /** Whether it is shown, with all fields in it: like the condition of a field. */
  readonly condition?: ConditionCallback;
}

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
