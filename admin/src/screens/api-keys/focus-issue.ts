/** Focuses the first invalid input of a form, after the next render. */
export function focusIssue(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const input = form?.querySelector<HTMLElement>('[aria-invalid="true"], .scopes input:not(:disabled)');
    input?.focus();
  });
}
