/** Why a file is refused. */
export type InvalidFileReason =
  | 'empty'
  | 'contradictsType'
  | 'contradictsExtension'
  | 'badText'
  | 'corrupt'
  | 'truncated'
  | 'tooManyPixels'
  | 'tooManyFrames'
  | 'metadataStays'
  | 'undecodable';

/** What the message says besides the reason: types, limits and measures, never bytes of the file. */
export type InvalidFileDetails = Readonly<Record<string, string | number>>;

/** The content of a file is not what it claims to be, or is more than is allowed. */
export class InvalidFile extends Error {
  override readonly name = 'InvalidFile';
  readonly reason: InvalidFileReason;
  readonly details: InvalidFileDetails;

  constructor(reason: InvalidFileReason, details: InvalidFileDetails = {}) {
    super(`The file is refused: ${reason}.`);
    this.reason = reason;
    this.details = details;
  }
}

/** The type that was found is not on the list of the collection. */
export class UnlistedType extends Error {
  override readonly name = 'UnlistedType';
  readonly found: string;
  /** The types on the list. */
  readonly types: readonly string[];

  constructor(found: string, types: readonly string[]) {
    super(`Files of the type ${found} are not allowed.`);
    this.found = found;
    this.types = types;
  }
}

/** The file has more bytes than are allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file has more than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}
