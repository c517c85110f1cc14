/** What to do if a server's certificate is not trusted; null if the reason is another one. */
export function authorityAdvice(reason: string): string | null {
  if (!/\bcertificate\b/i.test(reason)) return null;
  return 'set NODE_EXTRA_CA_CERTS to the certificate file of its authority, and use a host name that is in its certificate';
}
