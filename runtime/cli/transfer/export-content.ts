import { collectReferences } from '../../documents/relations/reference-plan.js';
import { exportDocuments } from '../../documents/transfer/export-documents.js';
import type { TransferType } from '../../documents/transfer/transfer-types.js';
import type { Content } from './open-content.js';

export interface ExportOptions {
  readonly chosen: readonly TransferType[];
  readonly withPasswords: boolean;
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
  { chosen, withPasswords }: ExportOptions,
): AsyncGenerator<ExportedLine> {
  for (const transfer of chosen) {
    const { kind, slug, type } = transfer;
    for await (const line of exportDocuments(driver, transfer, { withPasswords })) {
      const found = [line.document, line.draft].flatMap((document) =>
        document ? collectReferences(type.references, document) : [],
      );
      const references = new Set(found.map(({ collection }) => collection));
      yield { kind, slug, text: JSON.stringify(line), references };
    }
  }
}
