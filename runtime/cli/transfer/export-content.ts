import { collectReferences } from '../../documents/relations/reference-plan.js';
import { exportDocuments } from '../../documents/transfer/export-documents.js';
import type { TransferLine, TransferType } from '../../documents/transfer/transfer-types.js';
import type { ExportFiles } from './export-files.js';
import type { Content } from './open-content.js';
import { withFile } from './with-file.js';

export interface ExportOptions {
  readonly chosen: readonly TransferType[];
  readonly withPasswords: boolean;
  /** Gets the bytes of files; null leaves them where they are. */
  readonly files: ExportFiles | null;
}

/** One document of an export. */
export interface ExportedLine {
  readonly kind: TransferType['kind'];
  readonly slug: string;
  /** JSON without a line break. */
  readonly text: string;
  /** The collections that it references. */
  readonly references: ReadonlySet<string>;
}

/** The lines of all documents of the chosen collections and globals. */
export async function* exportContent(
  { driver }: Content,
  { chosen, withPasswords, files }: ExportOptions,
): AsyncGenerator<ExportedLine> {
  for (const transfer of chosen) {
    const { kind, slug, type } = transfer;
    for await (const line of exportDocuments(driver, transfer, { withPasswords })) {
      const found = [line.document, line.draft].flatMap((document) =>
        document ? collectReferences(type.references, document) : [],
      );
      const references = new Set(found.map(({ collection }) => collection));
      const exported = 'upload' in type.model.descriptor ? await withFiles(line, files) : line;
      yield { kind, slug, text: JSON.stringify(exported), references };
    }
  }
}

/** A line of a collection with files, whose bytes are in the folder. */
async function withFiles(line: TransferLine, files: ExportFiles | null): Promise<TransferLine> {
  const { collection = '', document, draft } = line;
  for (const view of [document, draft]) if (view !== undefined) await files?.copy(collection, view);
  return {
    ...line,
    ...(document && { document: withFile(document) }),
    ...(draft && { draft: withFile(draft) }),
  };
}
