import { DOMParser, Fragment, type ParseOptions, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, Extension } from '@tiptap/react';
import { wordHeadings } from './pasted-headings.js';
import { wordLists } from './pasted-lists.js';
import { keepStyles, stylesToMarks } from './pasted-marks.js';
import { type Pictures, takePictures } from './pasted-pictures.js';
import { preparedTables } from './pasted-tables.js';
import { type SendFile, sendToPlace } from './pending-upload.js';
import { pendingUpload } from './tree.js';

/** What a paste tells the user. */
export interface PasteNews {
  /** Slugs of the collections whose files the text may show. */
  readonly collections: readonly string[];
  readonly send: SendFile;
  /** Pictures, films and frames that the editor could not take. */
  readonly onLeftOut: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Parses pasted or dropped content, with the pictures that the browser has, and reports what was left out.
 *
 * @param news - read at each paste, since the rights of the requester may change.
 */
export function pastedContent(news: () => PasteNews): Extension {
  return Extension.create({
    name: 'svcPastedContent',
    addProseMirrorPlugins() {
      const { editor } = this;
      const takeFiles = (view: EditorView, event: Event, data: DataTransfer | null, at: number | null) => {
        const files = [...(data?.files ?? [])];
        if (files.length === 0) return false;
        // The browser would open a dropped file.
        event.preventDefault();
        insertFiles(editor, view, files, at, news());
        return true;
      };
      return [
        new Plugin({
          props: {
            clipboardParser: new PastedParser(editor.schema, editor, news),
            transformPastedHTML: keepStyles,
            // Programs add a picture of the copied text to it: the text counts.
            handlePaste: (view, event, slice) =>
              slice.size === 0 && takeFiles(view, event, event.clipboardData, null),
            handleDrop(view, event, slice) {
              if (slice.size > 0) return false;
              const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
              return takeFiles(view, event, event.dataTransfer, place?.pos ?? null);
            },
          },
        }),
      ];
    },
  });
}

class PastedParser extends DOMParser {
  readonly #editor: Editor;
  readonly #news: () => PasteNews;

  constructor(schema: Schema, editor: Editor, news: () => PasteNews) {
    super(schema, DOMParser.fromSchema(schema).rules);
    this.#editor = editor;
    this.#news = news;
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || dom instanceof DocumentFragment) {
      const news = this.#news();
      const pictures: Pictures = {
        collections: news.collections,
        keep: (file) => {
          const sending = news.send(file);
          return sending && sendToPlace(this.#editor, sending, news.onFailure);
        },
      };
      const leftOut = takePictures(dom, pictures);
      wordLists(dom);
      wordHeadings(dom);
      stylesToMarks(dom);
      preparedTables(dom);
      if (leftOut > 0) news.onLeftOut(leftOut);
    }
    return super.parseSlice(dom, options);
  }
}

function insertFiles(
  editor: Editor,
  view: EditorView,
  files: readonly File[],
  at: number | null,
  news: PasteNews,
): void {
  const type = editor.schema.nodes[pendingUpload];
  const sent = files.map((file) => news.send(file)).filter((sending) => sending !== null);
  if (sent.length < files.length) news.onLeftOut(files.length - sent.length);
  const nodes = sent.map((sending) => type?.create({ key: sendToPlace(editor, sending, news.onFailure) }));
  const fragment = Fragment.fromArray(nodes.filter((node) => node !== undefined));
  if (fragment.childCount === 0) return;
  const tr = view.state.tr;
  if (at === null) tr.replaceSelection(new Slice(fragment, 0, 0));
  else tr.replaceRange(at, at, new Slice(fragment, 0, 0));
  view.dispatch(tr.scrollIntoView());
}
