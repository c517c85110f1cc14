import type { ToldDetail } from '../../errors/reasons/say.js';
import type { PageText } from './language/page-text.js';

/**
 * The data of a page's template, with its texts before or after translation. The template has no logic of its
 * own: absent parts are not shown.
 */
export interface PageView<Text = PageText> {
  readonly title: Text;
  /** An error of the request as a whole; read out first. */
  readonly alert?: readonly Text[];
  /** A message about what was just done. */
  readonly status?: Text;
  readonly paragraphs?: readonly Text[];
  readonly forms?: readonly FormView<Text>[];
  readonly links?: readonly LinkView<Text>[];
}

export interface LinkView<Text = PageText> {
  readonly href: string;
  readonly text: Text;
}

export interface FormView<Text = PageText> {
  readonly action: string;
  readonly hidden?: readonly { readonly name: string; readonly value: string }[];
  readonly fields: readonly FieldView<Text>[];
  readonly submit: Text;
  /** Whether the form is next to another one: its button is then less prominent. */
  readonly secondary?: boolean;
}

/** A labelled input with its hint and issues. */
export interface FieldView<Text = PageText> {
  readonly name: string;
  readonly id: string;
  readonly label: Text;
  readonly type: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly value: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Whether it is not natural language: keyboards must neither correct nor capitalise it. */
  readonly isPlain: boolean;
  readonly isCheckbox: boolean;
  readonly checked: boolean;
  readonly autofocus: boolean;
  readonly hint: Text | null;
  readonly faults: readonly Text[] | null;
  /** Ids of hint and issues, for `aria-describedby`. */
  readonly describedBy: string | null;
}

/** The definition of one input. */
export interface FieldDefinition {
  readonly name: string;
  readonly label: PageText;
  readonly type?: 'text' | 'email' | 'password' | 'checkbox';
  readonly autocomplete?: string;
  readonly optional?: boolean;
  /** Shows `value` and ignores the submitted one. */
  readonly readOnly?: boolean;
  readonly hint?: PageText;
  /** The value when the page is first opened. */
  readonly value?: string;
  /** Distinguishes ids if two forms have a field of one name. */
  readonly idPrefix?: string;
}

/** The submitted values and issues of a form that is shown again. */
export interface Sent {
  readonly values: ReadonlyMap<string, string>;
  readonly faults: readonly ToldDetail[];
}

/**
 * Returns the inputs of a form, each with its issues. The first input with an issue has the focus, else the
 * first empty one. A password is never sent back.
 */
export function fieldViews(definitions: readonly FieldDefinition[], sent: Sent | null): readonly FieldView[] {
  const views = definitions.map((definition) => fieldView(definition, sent));
  const focused =
    views.find(({ faults: issues }) => issues !== null) ??
    views.find(({ isCheckbox, value }) => !isCheckbox && value === '');
  return views.map((view) => (view === focused ? { ...view, autofocus: true } : view));
}

function fieldView(definition: FieldDefinition, sent: Sent | null): FieldView {
  const { name, label, type = 'text', autocomplete = 'off', hint = null } = definition;
  const { optional = false, readOnly = false } = definition;
  const id = `${definition.idPrefix ?? ''}${name}`;
  const issues = (sent?.faults ?? []).filter(({ path }) => path === name);
  const describedBy = [
    ...(hint === null ? [] : [`${id}-hint`]),
    ...(issues.length === 0 ? [] : [`${id}-fault`]),
  ];
  const typed = readOnly ? undefined : sent?.values.get(name);
  const value = type === 'password' ? '' : (typed ?? definition.value ?? '');
  return {
    ...{ name, id, label, autocomplete, hint, required: !optional && !readOnly, readOnly },
    type: type === 'checkbox' ? 'text' : type,
    isPlain: type !== 'text' || autocomplete === 'one-time-code',
    value,
    isCheckbox: type === 'checkbox',
    checked: sent === null ? definition.value === 'on' : sent.values.get(name) === 'on',
    autofocus: false,
    faults: issues.length === 0 ? null : issues,
    describedBy: describedBy.length === 0 ? null : describedBy.join(' '),
  };
}
