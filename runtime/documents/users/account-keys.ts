/** Keys that only authentication sets; `password` is never in a document. */
export const accountKeys: ReadonlySet<string> = new Set(['email', 'role', 'emailVerified', 'password']);
