import type { ReactNode } from 'react';
import type { AdminDocumentName } from '../../../../runtime/codegen/admin-overview.js';
import { useMeta } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Link } from '../../ui/link.js';
import { dashboardTexts } from './texts.js';

interface DocumentLineProps {
  readonly document: AdminDocumentName;
  /** A badge that follows the title. */
  readonly mark?: ReactNode;
  /** Content at the end of the line. */
  readonly children?: ReactNode;
}

/** A document in a list: its title, its collection, and further content. */
export function DocumentLine({ document, mark, children }: DocumentLineProps): ReactNode {
  const t = useTexts(dashboardTexts);
  const { collections, globals } = useMeta();
  const { kind, slug, id, title } = document;
  const collection = collections.find((each) => each.slug === slug);
  const place =
    kind === 'global' ? globals.find((global) => global.slug === slug)?.label : collection?.labels.singular;
  const nameless = collection?.useAsTitle === 'id' ? id : t.untitled;
  return (
    <li className="dashboard-line">
      <Link to={kind === 'global' ? paths.global(slug) : paths.document(slug, id)} className="dashboard-link">
        {title || nameless}
      </Link>
      {mark}
      <span className="dashboard-place">{place ?? slug}</span>
      {children && <span className="dashboard-when">{children}</span>}
    </li>
  );
}
