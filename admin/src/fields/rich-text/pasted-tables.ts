/**
 * Prepares pasted tables: rows of one cell each are the layout of mails and pages, so their content is taken
 * out of the table; a caption becomes the line above, and cells of a head become headings.
 */
export function preparedTables(dom: Element | DocumentFragment): void {
  // Inner tables first: an outer one that is taken apart keeps them.
  for (const table of [...dom.querySelectorAll('table')].reverse()) {
    const { caption, rows, ownerDocument } = table;
    const own = [...rows];
    if (own.every(({ cells }) => cells.length <= 1)) {
      table.replaceWith(...own.flatMap((row) => [...row.cells].map((cell) => blockOf(cell))));
      continue;
    }
    for (const cell of table.tHead?.querySelectorAll('td') ?? []) {
      const heading = ownerDocument.createElement('th');
      for (const { name, value } of cell.attributes) heading.setAttribute(name, value);
      heading.append(...cell.childNodes);
      cell.replaceWith(heading);
    }
    if (caption === null) continue;
    const line = ownerDocument.createElement('p');
    line.append(...caption.childNodes);
    caption.remove();
    table.before(line);
  }
}

function blockOf(cell: HTMLTableCellElement): Element {
  const block = cell.ownerDocument.createElement('div');
  block.append(...cell.childNodes);
  return block;
}
