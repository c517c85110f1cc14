/** Allowed schemes of a link; an address without one is on the same site. */
const allowed = /^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i;

/**
 * Whether an address may become a link. One that runs code (`javascript:`, `data:`) may not, even if it is
 * stored.
 */
export function isLinkAddress(address: unknown): address is string {
  return typeof address === 'string' && allowed.test(address);
}
