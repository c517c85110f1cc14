/** `j***@acme.io`: enough for its owner, and useless to another person who has the link. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
