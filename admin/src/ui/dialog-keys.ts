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

/**
 * Saves what a dialog contains by Ctrl+S (Cmd+S). Dialogs inside it, whose events React sends to it too, save
 * themselves; a text that fills the window belongs to the form that it is in.
 */
export function saveInside(event: KeyboardEvent, save: () => void): void {
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isSave || event.key.toLowerCase() !== 's' || !(event.target instanceof Element)) return;
  const dialog = event.target.closest('[role="dialog"], [role="alertdialog"]');
  if (dialog !== event.currentTarget && !dialog?.matches('.dialog-full')) return;
  event.preventDefault();
  event.stopPropagation();
  // Some inputs apply their value only on blur.
  if (event.target instanceof HTMLInputElement) {
    event.target.blur();
    event.target.focus();
  }
  save();
}
