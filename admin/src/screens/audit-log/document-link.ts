import { paths } from '../../app/paths.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { EventDetail } from './event-detail.js';
import type { EventSubject } from './event-subject.js';
import type { en } from './texts.en.js';
import type { NamedDocument } from './use-named-documents.js';

/** Returns the link to the screen that shows a document; undefined where none does. */
export function documentLink(
  { slug, id }: EventSubject,
  { place }: NamedDocument,
  t: Translated<typeof en>,
): EventDetail['link'] {
  if (place === 'list') return { to: paths.document(slug, id), label: t.showDocument };
  return place === 'trash' ? { to: paths.trash(slug), label: t.showTrash } : undefined;
}
