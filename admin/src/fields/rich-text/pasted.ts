import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { wordLists } from './pasted-lists.js';
import { keepStyles, stylesToMarks } from './pasted-marks.js';

/** Parts of pasted content that the editor cannot hold. */
export interface LeftOut {
  /** Number of tables whose rows became lines. */
  readonly tables: number;
  /** Number of pictures, videos and frames that were dropped. */
  readonly media: number;
}

const cellEnd = ' | ';

type Tell = (left: LeftOut) => void;

/** Parses pasted or dropped content, with tables as lines of text, and reports what was left out. */
export function pastedContent(tell: Tell): Extension {
  const refusesPictures = (event: Event, data: DataTransfer | null, slice: Slice): boolean => {
    const media = picturesIn(data);
    if (media === 0 || slice.size > 0) return false;
    // The browser would open the dropped file.
    event.preventDefault();
    tell({ tables: 0, media });
    return true;
  };
  return Extension.create({
    name: 'svcPastedContent',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            clipboardParser: new PastedParser(this.editor.schema, tell),
            transformPastedHTML: keepStyles,
            handlePaste: (_view, event, slice) => refusesPictures(event, event.clipboardData, slice),
            handleDrop: (_view, event, slice) => refusesPictures(event, event.dataTransfer, slice),
          },
        }),
      ];
    },
  });
}

class PastedParser extends DOMParser {
  readonly #tell: Tell;

  constructor(schema: Schema, tell: Tell) {
    super(schema, DOMParser.fromSchema(schema).rules);
    this.#tell = tell;
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || dom instanceof DocumentFragment) {
      const media = dom.querySelectorAll('img, svg, video, audio, iframe, object, embed, canvas').length;
      wordLists(dom);
      stylesToMarks(dom);
      const tables = tablesToLines(dom);
      if (tables + media > 0) this.#tell({ tables, media });
    }
    return super.parseSlice(dom, options);
  }
}

/** Returns the number of pictures among the copied or dragged files. */
function picturesIn(data: DataTransfer | null): number {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/')).length;
}

/**
 * Turns each row of a table into a line of its own, with its cells separated. Rows of one cell are the layout
 * of mails and pages: their content stays as it is.
 */
function tablesToLines(dom: Element | DocumentFragment): number {
  const tables = [...dom.querySelectorAll('table')].filter((table) => {
    const outer = table.parentElement?.closest('table') ?? null;
    return outer === null || !dom.contains(outer);
  });
  return tables.filter((table) => {
    const rows = [...table.rows];
    table.replaceWith(...rows.map(lineOf));
    return rows.some(({ cells }) => cells.length > 1);
  }).length;
}

function lineOf(row: HTMLTableRowElement): Element {
  const { ownerDocument } = row;
  const [only, ...others] = row.cells;
  if (others.length === 0) {
    const block = ownerDocument.createElement('div');
    block.append(...(only?.childNodes ?? []));
    return block;
  }
  const line = ownerDocument.createElement('p');
  line.textContent = [...row.cells]
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    .join(cellEnd);
  return line;
}
