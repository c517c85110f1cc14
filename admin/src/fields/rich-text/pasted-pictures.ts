import { mount } from '../../browser/mount.js';
import { pendingAt } from './pending-upload.js';

/** What becomes of pictures in a paste. */
export interface Pictures {
  /** Slugs of the collections whose files the text may show. */
  readonly collections: readonly string[];
  /** Sends a picture, and returns the key of its place in the text; null if nothing takes it. */
  readonly keep: (file: File) => string | null;
}

/** Content that no text holds. */
const others = 'svg, video, audio, iframe, object, embed, canvas';

/**
 * Replaces the pictures of pasted content: files of this service by their documents, pictures whose bytes are
 * in the content by the place of a file that is sent. Others cannot be read: the page loads nothing from
 * elsewhere.
 *
 * @returns how many were left out.
 */
export function takePictures(dom: Element | DocumentFragment, pictures: Pictures): number {
  let leftOut = dom.querySelectorAll(others).length;
  for (const image of dom.querySelectorAll('img')) {
    const place = placeOf(image, pictures);
    if (place !== null) lineOf(image).replaceWith(place);
    else {
      leftOut++;
      image.remove();
    }
  }
  return leftOut;
}

/** A paragraph that holds nothing but a picture would stay behind, empty. */
function lineOf(image: Element): Element {
  const { parentElement } = image;
  const isAlone =
    parentElement !== null &&
    ['p', 'span'].includes(parentElement.localName) &&
    parentElement.childElementCount === 1 &&
    parentElement.textContent.trim() === '';
  return isAlone ? lineOf(parentElement) : image;
}

function placeOf(image: HTMLImageElement, { collections, keep }: Pictures): Element | null {
  const source = image.getAttribute('src') ?? '';
  const stored = storedAt(source);
  if (stored !== null && collections.includes(stored.collection)) {
    const figure = image.ownerDocument.createElement('figure');
    figure.setAttribute('data-collection', stored.collection);
    figure.setAttribute('data-id', stored.id);
    return figure;
  }
  const file = fileOfData(source, image.alt);
  const key = file && keep(file);
  if (key === null) return null;
  const place = image.ownerDocument.createElement('div');
  place.setAttribute(pendingAt, key);
  return place;
}

/** Returns the document of a file that this service serves. */
function storedAt(source: string): { readonly collection: string; readonly id: string } | null {
  if (!URL.canParse(source, location.href)) return null;
  const { host, pathname } = new URL(source, location.href);
  const path = pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : pathname;
  const [, collection, id] = /^\/api\/([\w-]+)\/([\w-]+)\/file(?:\/|$)/.exec(path) ?? [];
  if (host !== location.host || collection === undefined || id === undefined) return null;
  return { collection, id };
}

/** Returns the file of an address that holds its bytes. */
function fileOfData(source: string, name: string): File | null {
  const [, type, text] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(source) ?? [];
  if (type === undefined || text === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const ending = type.slice('image/'.length).replace('jpeg', 'jpg').replace('svg+xml', 'svg');
    return new File([bytes], `${fileName(name)}.${ending}`, { type });
  } catch {
    // Not base64.
    return null;
  }
}

function fileName(text: string): string {
  const name = text
    .replace(/\.\w{2,4}$/, '')
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return name === '' ? 'picture' : name;
}
