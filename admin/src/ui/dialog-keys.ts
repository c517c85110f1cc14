import type { KeyboardEvent } from 'react';

/** Outside of inputs, Ctrl+Z would undo what was typed into the form behind the dialog. */
export function keepUndoInside(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
  if (isUndo && !isTyping) event.preventDefault();
}

/**
 * Focuses the first field instead of the close button, which comes first in the page. Without a field, the
 * close button gets the focus.
 */
export function focusFirstField(event: Event): void {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const field = content?.querySelector<HTMLElement>(
    '.dialog-body :is(input, select, textarea):not([type="hidden"], :disabled)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
