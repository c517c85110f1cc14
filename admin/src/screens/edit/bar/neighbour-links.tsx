import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { paths } from '../../../app/paths.js';
import { useTexts } from '../../../i18n/language.js';
import { IconLink } from '../../../ui/icon-link.js';
import { barTexts } from './texts.js';
import { type Neighbour, useNeighbours } from './use-neighbours.js';

interface NeighbourLinksProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
}

/** The way to the documents before and after this one. */
export function NeighbourLinks({ meta, id }: NeighbourLinksProps): ReactNode {
  const t = useTexts(barTexts);
  const neighbours = useNeighbours(meta, id);
  if (neighbours === null) return null;
  const linkTo = (neighbour: Neighbour | null | undefined) => ({
    to: neighbour ? paths.document(meta.slug, neighbour.id) : null,
    state: neighbour && { slug: meta.slug, origin: neighbour.origin },
  });
  return (
    <div className="document-neighbours">
      <IconLink icon="arrowUp" label={t.previous} reason={t.isFirst} {...linkTo(neighbours.previous)} />
      <IconLink icon="arrowDown" label={t.next} reason={t.isLast} {...linkTo(neighbours.next)} />
    </div>
  );
}
