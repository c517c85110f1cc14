/** The text of JSON that was read as text or as bytes. */
export function jsonText(json: Uint8Array | string): string {
  return typeof json === 'string' ? json : Buffer.from(json).toString();
}
