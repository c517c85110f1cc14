import { styleOf } from './pasted-marks.js';

/** Word pastes list items as paragraphs with a marker before the text: turns them into lists. */
export function wordLists(dom: Element | DocumentFragment): void {
  const firsts = [...dom.querySelectorAll('p')].filter((paragraph) => {
    const before = paragraph.previousElementSibling;
    return levelOf(paragraph) > 0 && (before === null || levelOf(before) === 0);
  });
  for (const paragraph of firsts) {
    const items: Element[] = [];
    let next: Element | null = paragraph;
    while (next !== null && levelOf(next) > 0) {
      items.push(next);
      next = next.nextElementSibling;
    }
    const place = paragraph.ownerDocument.createComment('');
    paragraph.before(place);
    place.replaceWith(...listsOf(items));
  }
}

/** Returns the depth of the list to which a paragraph belongs; 0 if it belongs to none. */
function levelOf(element: Element): number {
  if (element.localName !== 'p') return 0;
  return Number(/mso-list:[^;]*\blevel(\d)/i.exec(styleOf(element))?.[1] ?? 0);
}

function listsOf(items: readonly Element[]): readonly Element[] {
  const outermost: Element[] = [];
  // The lists to which the next item may belong, from the outside in.
  const open: Element[] = [];
  for (const item of items) {
    const sign = takeSign(item);
    const tag = /^\(?\w+[.)]/.test(sign) ? 'ol' : 'ul';
    const depth = Math.min(levelOf(item), open.length + 1);
    open.length = Math.min(open.length, depth);
    if (open[depth - 1]?.localName !== tag) {
      open.length = depth - 1;
      const list = item.ownerDocument.createElement(tag);
      const first = Number.parseInt(sign, 10);
      if (first > 1) list.setAttribute('start', String(first));
      const outer = open.at(-1)?.lastElementChild;
      if (outer) outer.append(list);
      else outermost.push(list);
      open.push(list);
    }
    const entry = item.ownerDocument.createElement('li');
    entry.append(item);
    open.at(-1)?.append(entry);
  }
  return outermost;
}

/** Removes and returns the list marker: `·`, `1.`. */
function takeSign(item: Element): string {
  const sign = [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  sign?.remove();
  return sign?.textContent.trim() ?? '';
}
