/** How the dashboard arranges fields. What is here holds no data: the API knows only the fields inside. */
import type { FieldConfig, NoList } from './field-config.js';
import type { ConditionCallback } from './shared-field-options.js';
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
