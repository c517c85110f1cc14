/** Puts the focus into the first input of a form that is marked as wrong, once it is drawn so. */
export function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const input = form?.querySelector<HTMLElement>('[aria-invalid="true"], .scopes input:not(:disabled)');
    input?.focus();
  });
}
