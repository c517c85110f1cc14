/**
 * The name of a file in the folder of an export: `sha256-` and the checksum in hexadecimal digits, as
 * `sha256sum` prints it. Base64 has characters that names of files cannot have.
 */
export function fileNameOf(checksum: string): string {
  return `sha256-${Buffer.from(checksum.replace(/^sha256-/, ''), 'base64').toString('hex')}`;
}
