import type { ReactNode } from 'react';
import type { AdminDraft, AdminOverview } from '../../../../runtime/codegen/admin-overview.js';
import { useAuthMeta, useLabelOf } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { DateTime } from '../../ui/date-time.js';
import { Link } from '../../ui/link.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

/** Max lines in the list. */
const maxShown = 10;

/**
 * Lists drafts that wait to be published. In a service with users these are drafts of other users and drafts
 * without a known author; the user's own drafts are in another list.
 */
export function DraftsPanel({ overview }: { readonly overview: AdminOverview }): ReactNode {
  const t = useTexts(dashboardTexts);
  const hasUsers = useAuthMeta() !== null;
  const shown = hasUsers ? draftsOfOthers(overview) : overview.drafts;
  return (
    <Panel
      title={hasUsers ? t.toReview : t.drafts}
      items={shown}
      empty={hasUsers ? t.nothingToReview : t.noDrafts}
      foot={
        <AllDrafts
          collections={overview.collections}
          shown={shown.slice(0, maxShown).filter(({ status }) => status === 'draft').length}
        />
      }
    >
      {shown.slice(0, maxShown).map((draft) => (
        <DocumentLine
          key={`${draft.slug} ${draft.id}`}
          document={draft}
          mark={<StatusBadge status={draft.status === 'draft' ? 'draft' : 'changed'} />}
        >
          <DateTime value={draft.updatedAt} style="relative" />
        </DocumentLine>
      ))}
    </Panel>
  );
}

function draftsOfOthers({ drafts, mine: own }: AdminOverview): readonly AdminDraft[] {
  // Without versions the author is not known, but whether the user has changed it.
  const isOwn = ({ mine, slug, id }: AdminDraft): boolean =>
    mine ?? own.some((each) => each.slug === slug && each.id === id);
  return drafts.filter((draft) => draft.canPublish && !isOwn(draft));
}

interface AllDraftsProps {
  readonly collections: AdminOverview['collections'];
  /** Number of drafts listed above, without published documents that have changes. */
  readonly shown: number;
}

/** Links to all drafts of each collection, where not all are listed here. */
function AllDrafts({ collections, shown }: AllDraftsProps): ReactNode {
  const t = useTexts(dashboardTexts);
  const labelOf = useLabelOf();
  const withDrafts = collections.filter(({ drafts = 0 }) => drafts > 0);
  const total = withDrafts.reduce((sum, { drafts = 0 }) => sum + drafts, 0);
  if (total <= shown) return null;
  return (
    <ul>
      {withDrafts.map(({ slug, drafts = 0 }) => (
        <li key={slug} className="dashboard-line">
          <Link to={paths.collectionDrafts(slug)} className="dashboard-all">
            {withDrafts.length === 1 ? t.allDrafts(drafts) : t.allDraftsOf(drafts, labelOf(slug))}
          </Link>
        </li>
      ))}
    </ul>
  );
}
