/** What to do where a server's certificate is not believed; null where the reason is another one. */
export function authorityAdvice(reason: string): string | null {
  if (!/\bcertificate\b/i.test(reason)) return null;
  return "name the file of its authority's certificate in NODE_EXTRA_CA_CERTS, and address the server by a name in its certificate";
}
