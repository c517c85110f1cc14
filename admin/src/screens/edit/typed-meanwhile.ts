import type { QueryClient } from '@tanstack/react-query';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { createFormStore, type FormState, type FormStore } from '../../documents/form-store.js';
import { mergeChanges } from '../../documents/merge.js';
import { inputId } from '../../fields/form-context.js';
import { editorSelection, focusEditor } from '../../fields/rich-text/editor-cursor.js';

/** The state of the form of a new document, with what the user typed while the document was being created. */
export interface TypedMeanwhile {
  /** The values with which the document was created. */
  readonly sent: JsonObject;
  readonly values: JsonObject;
  readonly unfinished: FormState['unfinished'];
  /** The position of the cursor; null where no input had the focus. */
  readonly cursor: Cursor | null;
}

/** The position of the cursor in an input of a form. */
interface Cursor {
  /** The key of the input: see `keyOf`. */
  readonly key: string;
  /** In a rich text: its positions there. */
  readonly selection: readonly [number, number] | null;
}

const keyOfTyped = (source: DocumentSource) => [...source.queryKey, 'typed'];

/** Keeps the typed values for the screen of the stored document. */
export function keepTyped(queries: QueryClient, source: DocumentSource, typed: TypedMeanwhile): void {
  queries.setQueryData(keyOfTyped(source), typed);
}

/** Returns the typed values that are kept for this document; null where there are none. */
export function typedMeanwhile(queries: QueryClient, source: DocumentSource): TypedMeanwhile | null {
  return queries.getQueryData<TypedMeanwhile>(keyOfTyped(source)) ?? null;
}

/** Drops the typed values that are kept for this document. */
export function forgetTyped(queries: QueryClient, source: DocumentSource): void {
  queries.removeQueries({ queryKey: keyOfTyped(source), exact: true });
}

/** Creates the form of a stored document, including what was typed while it was created. */
export function createStoreWith(
  fields: readonly AdminFieldMeta[],
  stored: JsonObject,
  typed: TypedMeanwhile | null,
): FormStore {
  if (typed === null) return createFormStore(stored);
  const { values } = mergeChanges(fields, { base: typed.sent, mine: typed.values, theirs: stored });
  const store = createFormStore(stored, values);
  store.reset(stored, values, typed.unfinished);
  return store;
}

/** Returns the position of the cursor in a form; null where it is outside. */
export function cursorIn(formId: string): Cursor | null {
  const { activeElement } = document;
  const start = inputId(formId, '');
  if (activeElement === null || !activeElement.id.startsWith(start)) return null;
  return { key: activeElement.id.slice(start.length), selection: selectionIn(activeElement) };
}

function selectionIn(element: Element): Cursor['selection'] {
  const inEditor = editorSelection(element);
  if (inEditor !== undefined) return inEditor;
  if (!isTextInput(element)) return null;
  const { selectionStart: from, selectionEnd: to } = element;
  return from === null || to === null ? null : [from, to];
}

/** Restores the cursor. Returns whether its input is in the page. */
export function putCursor(formId: string, { key, selection }: Cursor): boolean {
  const element = document.getElementById(inputId(formId, key));
  if (element === null) return false;
  if (focusEditor(element, selection)) return true;
  element.focus();
  if (isTextInput(element) && selection !== null) element.setSelectionRange(...selection);
  return true;
}

function isTextInput(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
