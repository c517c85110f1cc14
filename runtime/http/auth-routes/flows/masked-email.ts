/** `j***@acme.io`: enough for its owner, and for a stranger who got hold of the link nothing to use. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
