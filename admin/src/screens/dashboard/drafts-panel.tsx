import { type ReactNode, useId, useState } from 'react';
import type { AdminDraft, AdminOverview } from '../../../../runtime/codegen/admin-meta.js';
import { useLabelOf } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { DateTime } from '../../ui/date-time.js';
import { Select } from '../../ui/inputs.js';
import { Link } from '../../ui/link.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

/** Max lines in one list. */
const maxShown = 10;

interface DraftsPanelProps {
  readonly drafts: readonly AdminDraft[] | undefined;
  readonly collections: AdminOverview['collections'];
}

/**
 * The open drafts. Where the version history names their authors, the requester's own drafts are shown by
 * default. Drafts of unknown authors get a list of their own: they were imported, or their collection has no
 * versions.
 */
export function DraftsPanel({ drafts, collections }: DraftsPanelProps): ReactNode {
  const t = useTexts(dashboardTexts);
  const id = useId();
  const knowsOwners = drafts?.some(({ mine }) => mine !== null) ?? false;
  const [isMine, setIsMine] = useState(true);
  const showsMine = knowsOwners && isMine;
  const shown = showsMine ? drafts?.filter(({ mine }) => mine === true) : drafts;
  const nobodys = showsMine ? (drafts?.filter(({ mine }) => mine === null) ?? []) : [];
  return (
    <>
      <Panel
        title={showsMine ? t.myDrafts : t.drafts}
        items={shown}
        empty={showsMine && drafts && drafts.length > 0 ? t.noDraftsOfMine : t.noDrafts}
        lines={4}
        aside={
          knowsOwners && (
            <Select
              id={id}
              isSmall
              className="dashboard-choice"
              aria-label={t.drafts}
              value={isMine ? 'mine' : 'all'}
              onChange={({ target }) => setIsMine(target.value === 'mine')}
            >
              <option value="mine">{t.myDrafts}</option>
              <option value="all">{t.allDrafts}</option>
            </Select>
          )
        }
      >
        <DraftLines drafts={shown ?? []} />
        <AllDrafts collections={collections} shown={Math.min(shown?.length ?? 0, maxShown)} />
      </Panel>
      {nobodys.length > 0 && (
        <Panel title={t.nobodysDrafts} items={nobodys} empty={t.noDrafts} lines={4}>
          <DraftLines drafts={nobodys} />
        </Panel>
      )}
    </>
  );
}

function DraftLines({ drafts }: { readonly drafts: readonly AdminDraft[] }): ReactNode {
  return drafts.slice(0, maxShown).map((draft) => (
    <DocumentLine
      key={`${draft.slug} ${draft.id}`}
      document={draft}
      mark={<StatusBadge status={draft.status === 'draft' ? 'draft' : 'changed'} />}
    >
      <DateTime value={draft.updatedAt} style="relative" />
    </DocumentLine>
  ));
}

interface AllDraftsProps {
  readonly collections: AdminOverview['collections'];
  /** Number of drafts listed above. */
  readonly shown: number;
}

/** Links to all drafts of each collection, where not all are listed here. */
function AllDrafts({ collections, shown }: AllDraftsProps): ReactNode {
  const t = useTexts(dashboardTexts);
  const labelOf = useLabelOf();
  const withDrafts = collections.filter(({ drafts = 0 }) => drafts > 0);
  const total = withDrafts.reduce((sum, { drafts = 0 }) => sum + drafts, 0);
  if (total <= shown) return null;
  return withDrafts.map(({ slug, drafts = 0 }) => (
    <li key={slug} className="dashboard-line">
      <Link to={paths.collectionDrafts(slug)} className="dashboard-all">
        {withDrafts.length === 1 ? t.showDrafts(drafts) : t.showDraftsOf(drafts, labelOf(slug))}
      </Link>
    </li>
  ));
}
