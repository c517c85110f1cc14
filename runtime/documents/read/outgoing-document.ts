import type { StoredDocument } from '../document-model.js';
import { type CutText, cutFields } from './cut-text.js';

/**
 * Documents of the merged view show whether published ones have changes that are not published: this is the
 * text of a document with `_pending`. It is the first key, as in SQL: see `query/compile/changed.ts`.
 */
export function changedText(text: string, isChanged: boolean): string {
  return `{"_pending":${isChanged},${text.slice(1)}`;
}

/** The same for the values of a document. */
export function changedData(document: StoredDocument, isChanged: boolean): StoredDocument {
  return { _pending: isChanged, ...document };
}

/** A document for a response. Its text is parsed only if its content is needed. */
export class OutgoingDocument {
  readonly id: string;
  /** It shows a pending draft; hooks receive this. */
  readonly isDraft: boolean;
  /** The text that the database keeps. */
  readonly #stored: string | null;
  #text: string | null;
  #data: StoredDocument | null;
  #cut: CutText | null | undefined;
  /** The document as it is stored, of which this one was made. */
  readonly #origin: OutgoingDocument | null;

  private constructor(
    { id, isDraft }: Pick<OutgoingDocument, 'id' | 'isDraft'>,
    content: { readonly stored?: string; readonly data?: StoredDocument },
    origin: OutgoingDocument | null = null,
  ) {
    const { stored = null, data = null } = content;
    this.id = id;
    this.isDraft = isDraft;
    this.#stored = stored;
    this.#text = stored;
    this.#data = data;
    this.#origin = origin;
  }

  static ofText(id: string, text: string, isDraft = false): OutgoingDocument {
    return new OutgoingDocument({ id, isDraft }, { stored: text });
  }

  static ofData(id: string, data: StoredDocument, isDraft = false): OutgoingDocument {
    return new OutgoingDocument({ id, isDraft }, { data });
  }

  /** The same document with other content: changed by hooks, or reduced to what the requester may see. */
  withData(data: StoredDocument): OutgoingDocument {
    return new OutgoingDocument(this, { data }, this.#origin ?? this);
  }

  /** The content as it is stored, before all changes. */
  get storedData(): StoredDocument {
    return (this.#origin ?? this).data;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#data);
    return this.#text;
  }

  /**
   * The text around the values of these fields; null where it has to be parsed. Every call must pass the same
   * fields.
   */
  cut(fields: readonly { readonly name: string }[]): CutText | null {
    // The document that a hook returned may lack fields, so that a nested key of the same name could be
    // mistaken for one.
    if (this.#stored === null) return null;
    this.#cut ??= cutFields(
      this.#stored,
      fields.map((field) => field.name),
    );
    return this.#cut;
  }

  get data(): StoredDocument {
    // One of the two is always set.
    this.#data ??= JSON.parse(this.#text ?? 'null') as StoredDocument;
    return this.#data;
  }
}
