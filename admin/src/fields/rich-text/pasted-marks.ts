/**
 * Turns inline styles of other programs into elements. The Content-Security-Policy of the page blocks the
 * styles of pasted text, so the rules of the editor see none. Without this, the
 * `<b style="font-weight: normal">` that Google Docs puts around everything would make everything bold.
 */

/** Attribute that holds the styles of pasted text while it is parsed. */
const stylesAt = 'data-svc-style';

/** Moves the styles of pasted text into an attribute that the browser does not apply. */
export function keepStyles(html: string): string {
  return html.replace(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${stylesAt}=`),
  );
}

/** Returns the style declarations of an element, as they were pasted. */
export function styleOf(element: Element): string {
  return element.getAttribute(stylesAt) ?? '';
}

/**
 * Turns bold, italic, underlined and struck spans into elements, and removes elements whose style cancels
 * their meaning.
 */
export function stylesToMarks(dom: Element | DocumentFragment): void {
  for (const element of dom.querySelectorAll(`[${stylesAt}]`)) {
    const tag = element.localName;
    const weight = declared(element, 'font-weight');
    const slant = declared(element, 'font-style');
    const isPlain =
      ((tag === 'b' || tag === 'strong') && /^(normal|[1-4]00)$/.test(weight)) ||
      ((tag === 'i' || tag === 'em') && slant === 'normal');
    if (isPlain) element.replaceWith(...element.childNodes);
    if (tag !== 'span') continue;
    const lines = `${declared(element, 'text-decoration')} ${declared(element, 'text-decoration-line')}`;
    if (/^(bold|bolder|[6-9]00)$/.test(weight)) wrapContent(element, 'strong');
    if (slant === 'italic') wrapContent(element, 'em');
    if (lines.includes('line-through')) wrapContent(element, 's');
    // A link is underlined anyway.
    if (lines.includes('underline') && element.closest('a') === null) wrapContent(element, 'u');
  }
}

function declared(element: Element, property: string): string {
  const declaration = styleOf(element)
    .split(';')
    .map((each) => each.split(':'))
    .findLast(([name]) => name?.trim().toLowerCase() === property);
  return declaration?.[1]?.trim().toLowerCase() ?? '';
}

function wrapContent(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}
