const maxShown = 80;

/** A value of a document in a message. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > maxShown ? `${text.slice(0, maxShown)}...` : text;
}

/** Names in a message: the first few of many. */
export function listed(values: readonly unknown[]): string {
  const few = values.slice(0, 10).map(shown).join(', ');
  return values.length > 10 ? `${few} and ${values.length - 10} more` : few;
}
