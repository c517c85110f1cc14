/** The classes of paragraphs in Word that are headings or quotes, as elements. */
const elements: Readonly<Record<string, string>> = {
  MsoTitle: 'h1',
  MsoSubtitle: 'h2',
  MsoQuote: 'blockquote',
  MsoIntenseQuote: 'blockquote',
};

/** Word pastes titles and quotes as paragraphs with a class. Its other headings are elements. */
export function wordHeadings(dom: Element | DocumentFragment): void {
  for (const paragraph of dom.querySelectorAll('p[class^="Mso"]')) {
    const tag = elements[paragraph.className.split(' ')[0] ?? ''];
    if (tag === undefined) continue;
    const element = paragraph.ownerDocument.createElement(tag);
    element.append(...paragraph.childNodes);
    paragraph.replaceWith(element);
  }
}
