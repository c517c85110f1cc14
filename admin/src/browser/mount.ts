/**
 * The path at which the browser finds the service: `/cms`; empty at the root. The server writes it into the
 * page. Tests outside of a browser have no page.
 */
export const mount: string =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="svc-mount"]')?.content ?? '');

/** An address of the service for the browser; others, which the config names, stay as they are. */
export function ofMount(address: string): string {
  return /^\/(?:admin|api)\//.test(address) ? `${mount}${address}` : address;
}
