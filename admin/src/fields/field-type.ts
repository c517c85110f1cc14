import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import type { Value } from '../api/documents.js';
import type { LanguageName, Translated } from '../i18n/catalogue.js';
import type { Formats } from '../i18n/formats.js';
import type { valueTexts } from './value-texts.js';
import type { WidgetName } from './widget.js';

/**
 * What the dashboard has to know of a field type. Widgets are apart, in `widget-for.ts`: a list does not load
 * them, and they are most of the code.
 */
export interface FieldType {
  /** Whether the value is a text that people write: it is searched, and compared word by word. */
  readonly isText: boolean;
  /** A value in a cell of a table; null where lists do not show the type. */
  readonly Cell: ((props: CellProps) => ReactNode) | null;
  /** The kind of operand for an operator other than `exists`. */
  operand(field: AdminFieldMeta, operator: string): OperandKind;
  /** A value as text in a difference. It is not empty, and neither a relation nor rows. */
  text(field: AdminFieldMeta, value: JsonValue, at: TextContext): ShownText;
  /** A value in the title of a row; empty if it says nothing. `rowTitle` makes one of fields inside. */
  title(field: AdminFieldMeta, value: JsonValue, rowTitle: RowTitle): string;
  /** The name of the widget, in forms. */
  widget(field: AdminFieldMeta): WidgetName;
  /** Whether the widget is a text box or a check box: browsers expose `aria-required` for these. */
  readonly hasRequiredProperty: boolean;
  /** The form of a text, besides the limits and the pattern of the config; null where every text fits. */
  shape(field: AdminFieldMeta): Shape | null;
  /** The room that a single value needs in a form: a whole line unless it says otherwise. */
  room?(field: AdminFieldMeta): Room;
}

/** `short`: an input of a few characters; `half`: half a line. */
export type Room = 'full' | 'half' | 'short';

/** The form of a text. */
export interface Shape {
  /**
   * Whether a text has it, as the type's rule in `templates/validators/rules.ts` finds it, but without a
   * library. A test keeps both in step.
   */
  fits(value: string): boolean;
  /** What a text has to be. */
  readonly message: Readonly<Record<LanguageName, string>>;
}

export interface CellProps {
  readonly field: AdminFieldMeta;
  /** Not empty. */
  readonly value: Value;
}

/** Kinds of inputs for the operand of a condition. */
export type OperandKind =
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'number-range'
  | 'day'
  | 'moment'
  | 'day-range'
  | 'moment-range'
  | 'yes-no'
  | 'option'
  | 'options'
  | 'reference'
  | 'references'
  | 'circle';

export interface TextContext {
  readonly t: Translated<(typeof valueTexts)['en']>;
  readonly formats: Formats;
}

/** A text and its look: written text keeps its lines, code is set in a fixed width. */
export interface ShownText {
  readonly text: string;
  readonly look: 'plain' | 'written' | 'code';
}

export type RowTitle = (field: AdminFieldMeta, row: JsonValue) => string;
