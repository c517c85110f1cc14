/** Elements of a row that take the focus: its head, or the first thing that is typed into. */
const inputs =
  'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

/**
 * Puts the focus into a row once it is drawn; where there is no row left, on the button that adds one.
 *
 * @param place - what the rows stand in.
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
