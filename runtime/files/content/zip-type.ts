import type { TypeFamily } from '../../util/media-types.js';

const office = 'application/vnd.openxmlformats-officedocument';

/** Entries that tell what an archive is, by the beginning of their names. */
const entries: readonly (readonly [prefix: string, type: string])[] = [
  ['word/', `${office}.wordprocessingml.document`],
  ['xl/', `${office}.spreadsheetml.sheet`],
  ['ppt/', `${office}.presentationml.presentation`],
  ['META-INF/MANIFEST.MF', 'application/java-archive'],
  ['AndroidManifest.xml', 'application/vnd.android.package-archive'],
];

/** What the first entry, `mimetype`, may say. */
const declared: readonly string[] = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip',
];

const entryMark = Buffer.from('504b0304', 'hex');
const headerBytes = 30;

/**
 * The types of an archive, by the names of the entries at its beginning. Nothing is inflated, and each step
 * moves forward.
 */
export function zipFamily(head: Buffer): TypeFamily {
  let isOffice = false;
  for (let at = head.indexOf(entryMark); at >= 0; at = head.indexOf(entryMark, at + headerBytes)) {
    if (at + headerBytes > head.length) break;
    const start = at + headerBytes;
    const nameEnd = start + head.readUInt16LE(at + 26);
    const name = head.toString('latin1', start, Math.min(nameEnd, head.length));
    if (at === 0 && name === 'mimetype') {
      const content = nameEnd + head.readUInt16LE(at + 28);
      const text = head.toString('latin1', content, content + 64);
      const type = declared.find((each) => text.startsWith(each));
      if (type !== undefined) return [type];
    }
    isOffice ||= name === '[Content_Types].xml';
    const found = entries.find(([prefix]) => name.startsWith(prefix));
    if (found !== undefined) return [found[1]];
  }
  // The first entries of a large document may not say which one it is.
  const offices = entries.flatMap(([, type]) => (type.startsWith(office) ? [type] : []));
  return isOffice ? ['application/zip', ...offices] : ['application/zip'];
}
