import { type CutText, cutFields } from './cut-text.js';
import type { StoredDocument } from './document-model.js';

/** A document on its way out. Its text is parsed only where something has to look inside. */
export class OutgoingDocument {
  readonly id: string;
  /** It shows a pending draft: hooks are told. */
  readonly isDraft: boolean;
  /** The text that the database keeps. */
  readonly #stored: string | null;
  #text: string | null;
  #data: StoredDocument | null;
  #cut: CutText | null | undefined;

  private constructor(id: string, stored: string | null, data: StoredDocument | null, isDraft: boolean) {
    this.id = id;
    this.isDraft = isDraft;
    this.#stored = stored;
    this.#text = stored;
    this.#data = data;
  }

  static ofText(id: string, text: string, isDraft = false): OutgoingDocument {
    return new OutgoingDocument(id, text, null, isDraft);
  }

  static ofData(id: string, data: StoredDocument, isDraft = false): OutgoingDocument {
    return new OutgoingDocument(id, null, data, isDraft);
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#data);
    return this.#text;
  }

  /** The text around the values of these fields; null where it has to be parsed. The fields are always the same ones. */
  cut(fields: readonly { readonly name: string }[]): CutText | null {
    // What a hook answered may lack fields, so that a key of the same name further down could be taken for one.
    if (this.#stored === null) return null;
    this.#cut ??= cutFields(
      this.#stored,
      fields.map((field) => field.name),
    );
    return this.#cut;
  }

  get data(): StoredDocument {
    // One of both is always there.
    this.#data ??= JSON.parse(this.#text ?? 'null') as StoredDocument;
    return this.#data;
  }
}
