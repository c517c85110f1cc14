/**
 * The media types that the service can tell by the bytes of a file, with their extensions. One list for the
 * config, which refuses others, and for what is found in a file (`runtime/files/content/find-type.ts`).
 *
 * A list of our own and not the package `file-type`: that one parses containers in the server's process, and
 * its releases for Node 20 have ended. This one compares a few bytes, and loads nothing.
 */

/**
 * Types that the same bytes may have: only the extension or the declaration tells them apart. The first one
 * is taken where neither does.
 */
export type TypeFamily = readonly string[];

/** Extensions of each type without the dot, the usual one first. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif', 'avifs'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
  'image/x-icon': ['ico'],
  'image/vnd.adobe.photoshop': ['psd'],
  'image/jxl': ['jxl'],
  'application/pdf': ['pdf'],
  'video/mp4': ['mp4', 'm4v'],
  'audio/mp4': ['m4a'],
  'video/quicktime': ['mov', 'qt'],
  'video/3gpp': ['3gp'],
  'video/webm': ['webm'],
  'audio/webm': ['weba'],
  'video/x-matroska': ['mkv'],
  'audio/x-matroska': ['mka'],
  'video/x-msvideo': ['avi'],
  'video/ogg': ['ogv'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'application/ogg': ['ogx'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/flac': ['flac'],
  'audio/aac': ['aac'],
  'audio/midi': ['mid', 'midi'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/epub+zip': ['epub'],
  'application/java-archive': ['jar'],
  'application/vnd.android.package-archive': ['apk'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
  'application/gzip': ['gz', 'tgz'],
  'application/x-bzip2': ['bz2'],
  'application/x-xz': ['xz'],
  'application/zstd': ['zst'],
  'application/x-7z-compressed': ['7z'],
  'application/vnd.rar': ['rar'],
  'application/x-tar': ['tar'],
  'application/rtf': ['rtf'],
  'application/postscript': ['ps', 'eps'],
  'model/gltf-binary': ['glb'],
  'font/woff': ['woff'],
  'font/woff2': ['woff2'],
  'font/ttf': ['ttf'],
  'font/otf': ['otf'],
  'application/wasm': ['wasm'],
  'application/x-msdownload': ['exe', 'dll', 'com', 'scr'],
  'application/x-elf': ['elf', 'so'],
  'application/x-mach-binary': ['dylib'],
  'application/x-sh': ['sh', 'bash'],
  'text/html': ['html', 'htm'],
  'application/xhtml+xml': ['xhtml', 'xht'],
  'text/javascript': ['js', 'mjs', 'cjs'],
  'text/plain': ['txt', 'text', 'log'],
  'text/csv': ['csv'],
  'text/tab-separated-values': ['tsv'],
  'text/markdown': ['md', 'markdown'],
  'text/css': ['css'],
  'text/calendar': ['ics'],
  'text/vcard': ['vcf'],
  'text/vtt': ['vtt'],
  'application/x-subrip': ['srt'],
  'application/json': ['json'],
  'application/ld+json': ['jsonld'],
  'application/geo+json': ['geojson'],
  'model/gltf+json': ['gltf'],
  'application/yaml': ['yaml', 'yml'],
  'application/xml': ['xml'],
  'application/rss+xml': ['rss'],
  'application/atom+xml': ['atom'],
  'application/gpx+xml': ['gpx'],
  'application/vnd.google-earth.kml+xml': ['kml'],
  'application/octet-stream': ['bin'],
};

/** Other names of the same types, as clients declare them. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/x-ms-bmp': 'image/bmp',
  'application/x-pdf': 'application/pdf',
  'video/x-m4v': 'video/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'video/matroska': 'video/x-matroska',
  'audio/matroska': 'audio/x-matroska',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/opus': 'audio/ogg',
  'audio/aacp': 'audio/aac',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'application/x-rar-compressed': 'application/vnd.rar',
  'application/x-rar': 'application/vnd.rar',
  'text/rtf': 'application/rtf',
  'application/font-woff': 'font/woff',
  'application/vnd.microsoft.portable-executable': 'application/x-msdownload',
  'application/x-dosexec': 'application/x-msdownload',
  'application/x-executable': 'application/x-elf',
  'application/javascript': 'text/javascript',
  'application/x-javascript': 'text/javascript',
  'application/ecmascript': 'text/javascript',
  'text/ecmascript': 'text/javascript',
  'application/csv': 'text/csv',
  'text/x-markdown': 'text/markdown',
  'text/xml': 'application/xml',
  'text/json': 'application/json',
  'text/yaml': 'application/yaml',
  'application/x-yaml': 'application/yaml',
  'text/x-sh': 'application/x-sh',
  'text/x-vcard': 'text/vcard',
};

/** What the service decodes, and what `image/*` means: never SVG. */
export const rasterTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
];

/** Other text than `text/*`. */
const otherTextTypes: ReadonlySet<string> = new Set([
  'image/svg+xml',
  'application/xhtml+xml',
  'application/x-sh',
  'application/x-subrip',
  'application/json',
  'application/ld+json',
  'application/geo+json',
  'model/gltf+json',
  'application/yaml',
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
  'application/gpx+xml',
  'application/vnd.google-earth.kml+xml',
]);

/** What a browser or a machine runs: allowed only where the config says so once more. */
export const dangerousTypes: readonly string[] = [
  'text/html',
  'application/xhtml+xml',
  'text/javascript',
  'application/wasm',
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-sh',
  'application/java-archive',
  'application/vnd.android.package-archive',
];

const typesByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(extensions).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** The usual name of a type, in lower case and without parameters: `image/jpg` is `image/jpeg`. */
export function plainType(type: string): string {
  const [name = ''] = type.toLowerCase().split(';');
  const plain = name.trim();
  return Object.hasOwn(aliases, plain) ? (aliases[plain] ?? plain) : plain;
}

/** Whether the service can tell that a file has this type. */
export function isRecognisedType(type: string): boolean {
  return Object.hasOwn(extensions, plainType(type));
}

export function isRasterType(type: string): boolean {
  return rasterTypes.includes(type);
}

export function isTextType(type: string): boolean {
  return type.startsWith('text/') || otherTextTypes.has(type);
}

/** The usual extension of a type without the dot, or null if the type is unknown. */
export function extensionOfType(type: string): string | null {
  return Object.hasOwn(extensions, type) ? (extensions[type]?.[0] ?? null) : null;
}

/** The type of an extension (without the dot, in any case), or null if it is unknown. */
export function typeOfExtension(extension: string): string | null {
  return typesByExtension.get(extension.toLowerCase()) ?? null;
}

/** All types, in the order of the list. */
export const recognisedTypes: readonly string[] = Object.keys(extensions);

/**
 * The types of a list with `image/*` and the like. `image/*` is the raster types; `video/*` and so on are all
 * recognised types of that kind but dangerous ones.
 */
export function expandTypes(types: readonly string[]): readonly string[] {
  return [...new Set(types.flatMap(typesOfPattern))];
}

function typesOfPattern(pattern: string): readonly string[] {
  if (pattern === 'image/*') return rasterTypes;
  if (!pattern.endsWith('/*')) return [plainType(pattern)];
  const kind = pattern.slice(0, -1);
  return recognisedTypes.filter((type) => type.startsWith(kind) && !dangerousTypes.includes(type));
}

/**
 * Whether browsers may read a file of this type where nothing but its type and disposition is sent with it:
 * they show it, and run nothing of it.
 */
export function isPublicType(type: string): boolean {
  return isRasterType(type) || /^(?:audio|video)\//.test(type) || type === 'application/pdf';
}
