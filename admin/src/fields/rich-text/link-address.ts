/** Schemes that a link may have; anything without one is an address of the same site. */
const allowed = /^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i;

/** Whether an address may be made a link: one that runs something (`javascript:`, `data:`) may not, however it was stored. */
export function isLinkAddress(address: unknown): address is string {
  return typeof address === 'string' && allowed.test(address);
}
