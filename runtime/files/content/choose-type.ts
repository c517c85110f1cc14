import { isTextType, plainType, type TypeFamily, typeOfExtension } from '../../util/media-types.js';
import { InvalidFile, UnlistedType } from './content-errors.js';
import { textFamilies } from './find-type.js';

export interface TypeClaims {
  /** Without the dot, or null. */
  readonly extension: string | null;
  /** As the client declared it, or null. */
  readonly declaredType: string | null;
  /** The list of the collection. */
  readonly mimeTypes: readonly string[];
}

/** Texts that nothing runs: a client may call any of them plain. */
const plainText = 'text/plain';
/** Windows declares CSV files as this where Excel is installed. */
const excel = 'application/vnd.ms-excel';

/**
 * The type of a file: of those that its bytes allow, the one that its extension says, else the declared one,
 * else the usual one.
 *
 * @param family - what the bytes allow (`find-type.ts`).
 * @throws UnlistedType, InvalidFile `contradictsType`, `contradictsExtension`
 */
export function chooseType(family: TypeFamily, { extension, declaredType, mimeTypes }: TypeClaims): string {
  const [usual = ''] = family;
  const byExtension = extension === null ? null : typeOfExtension(extension);
  const declared = declaration(declaredType, family);
  const known = [byExtension, declared].filter((type) => type !== null && family.includes(type));
  const wanted = known.length === 0 ? [usual] : known;
  if (!family.some((type) => mimeTypes.includes(type))) throw new UnlistedType(wanted[0] ?? usual, mimeTypes);
  if (declared !== null && !fits(declared, family)) {
    throw new InvalidFile('contradictsType', { found: usual, declared });
  }
  if (extension !== null && byExtension !== null && !family.includes(byExtension)) {
    throw new InvalidFile('contradictsExtension', { found: usual, extension });
  }
  const chosen = wanted.find((type) => type !== null && mimeTypes.includes(type));
  if (chosen === undefined || chosen === null) throw new UnlistedType(wanted[0] ?? usual, mimeTypes);
  return chosen;
}

/**
 * Whether a file that is declared as this type can be taken, if its bytes and its name allow it. A text may
 * be declared as another one where a text is taken, since they are told apart by their names.
 *
 * @param mimeTypes - the list of the collection.
 */
export function mayBeTaken(declaredType: string | null, mimeTypes: readonly string[]): boolean {
  const declared = declaration(declaredType, []);
  if (declared === null || mimeTypes.includes(declared)) return true;
  return textFamilies.some((family) => {
    if (!family.some((type) => mimeTypes.includes(type))) return false;
    return declaration(declaredType, family) === null || fits(declared, family);
  });
}

/** The declared type, or null where it declares nothing. */
function declaration(declaredType: string | null, family: TypeFamily): string | null {
  const declared = plainType(declaredType ?? '');
  if (declared === '' || declared === 'application/octet-stream') return null;
  return declared === excel && family.includes('text/csv') ? null : declared;
}

function fits(declared: string, family: TypeFamily): boolean {
  if (family.includes(declared)) return true;
  const isPlainText = family.includes(plainText) || family.includes('application/xml');
  // An unknown subtype of text is a text, too.
  return (
    isPlainText &&
    (declared === plainText ||
      (declared.startsWith('text/') && declared !== 'text/html' && isTextType(declared)))
  );
}
