import type { ErrorDetail } from '../../errors/service-error.js';

/** A page as its template shows it. The template decides nothing: what is absent is not shown. */
export interface PageView {
  readonly title: string;
  /** A fault of the request as a whole; read out first. */
  readonly alert?: readonly string[];
  /** What was just done. */
  readonly status?: string;
  readonly paragraphs?: readonly string[];
  readonly forms?: readonly FormView[];
  readonly links?: readonly LinkView[];
}

export interface LinkView {
  readonly href: string;
  readonly text: string;
}

export interface FormView {
  readonly action: string;
  readonly hidden?: readonly { readonly name: string; readonly value: string }[];
  readonly fields: readonly FieldView[];
  readonly submit: string;
  /** Beside another form on the page: its button stands back. */
  readonly secondary?: boolean;
}

/** A labelled input with what belongs to it. */
export interface FieldView {
  readonly name: string;
  readonly id: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly value: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** No text in a language: keyboards shall neither correct nor capitalise it. */
  readonly isPlain: boolean;
  readonly isCheckbox: boolean;
  readonly checked: boolean;
  readonly autofocus: boolean;
  readonly hint: string | null;
  readonly faults: readonly string[] | null;
  /** Ids of hint and faults, for `aria-describedby`. */
  readonly describedBy: string | null;
}

/** What a page says of one input. */
export interface FieldDefinition {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'checkbox';
  readonly autocomplete?: string;
  readonly optional?: boolean;
  /** Shows `value`, whatever was sent. */
  readonly readOnly?: boolean;
  readonly hint?: string;
  /** Of a first look at the page. */
  readonly value?: string;
  /** Sets ids apart where two forms have a field of one name. */
  readonly idPrefix?: string;
}

/** What was sent with a form that is shown again. */
export interface Sent {
  readonly values: ReadonlyMap<string, string>;
  readonly faults: readonly ErrorDetail[];
}

/**
 * The inputs of a form: those that were refused with their faults beside them. The first of these has the focus, else the first
 * one that is empty. A password is never sent back.
 */
export function fieldViews(definitions: readonly FieldDefinition[], sent: Sent | null): readonly FieldView[] {
  const views = definitions.map((definition) => fieldView(definition, sent));
  const focused =
    views.find(({ faults }) => faults !== null) ??
    views.find(({ isCheckbox, value }) => !isCheckbox && value === '');
  return views.map((view) => (view === focused ? { ...view, autofocus: true } : view));
}

function fieldView(definition: FieldDefinition, sent: Sent | null): FieldView {
  const { name, label, type = 'text', autocomplete = 'off', hint = null } = definition;
  const { optional = false, readOnly = false } = definition;
  const id = `${definition.idPrefix ?? ''}${name}`;
  const faults = (sent?.faults ?? []).filter(({ path }) => path === name).map(({ message }) => message);
  const describedBy = [
    ...(hint === null ? [] : [`${id}-hint`]),
    ...(faults.length === 0 ? [] : [`${id}-fault`]),
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
    faults: faults.length === 0 ? null : faults,
    describedBy: describedBy.length === 0 ? null : describedBy.join(' '),
  };
}
