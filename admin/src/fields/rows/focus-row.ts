/** Elements of a row that can be focused: its header, or its first input. */
const inputs =
  'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

/**
 * Focuses a row after it has been rendered; without a row, the button that adds one.
 *
 * @param place - the element that contains the rows.
 */
export function focusRow(place: HTMLElement | null, id: string | null, target: 'input' | 'head'): void {
  requestAnimationFrame(() => {
    const row = id === null ? null : place?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
    const input = target === 'input' ? row?.querySelector<HTMLElement>(`.row-body :is(${inputs})`) : null;
    const head = row?.querySelector<HTMLElement>('.row-toggle');
    const last = [...(place?.querySelectorAll<HTMLElement>('.add-row button') ?? [])].at(-1);
    const found = input ?? head ?? last;
    found?.focus();
    found?.scrollIntoView({ block: 'nearest' });
  });
}
