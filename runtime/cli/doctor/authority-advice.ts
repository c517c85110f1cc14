/** What to do if a server's certificate is not trusted; null if the reason is another one. */
export function authorityAdvice(reason: string): string | null {
  if (!/\bcertificate\b/i.test(reason)) return null;
  return "name the file of its authority's certificate in NODE_EXTRA_CA_CERTS, and address the server by a name in its certificate";
}
