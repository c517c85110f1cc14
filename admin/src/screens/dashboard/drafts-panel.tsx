import { type ReactNode, useId, useState } from 'react';
import type { AdminDraft } from '../../../../runtime/codegen/admin-meta.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { Select } from '../../ui/inputs.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

/** Drafts that wait. Where a history tells whose they are, one's own come first. */
export function DraftsPanel({ drafts }: { readonly drafts: readonly AdminDraft[] | undefined }): ReactNode {
  const t = useTexts(dashboardTexts);
  const id = useId();
  const isSignedIn = useAuthMeta() !== null;
  const knowsOwners = drafts?.some(({ mine }) => mine !== null) ?? false;
  const [isMine, setIsMine] = useState(true);
  const showsMine = knowsOwners && isMine;
  const shown = showsMine ? drafts?.filter(({ mine }) => mine !== false) : drafts;
  return (
    <Panel
      title={showsMine ? t.myDrafts : t.drafts}
      items={shown}
      empty={showsMine && drafts && drafts.length > 0 ? t.noDraftsOfMine : t.noDrafts}
      lines={4}
      note={isSignedIn && shown?.some(({ mine }) => mine === null) ? t.unknownOwners : null}
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
      {shown?.slice(0, 10).map((draft) => (
        <DocumentLine
          key={`${draft.slug} ${draft.id}`}
          document={draft}
          mark={
            draft.status === 'draft' ? (
              <Badge kind="warning">{t.draft}</Badge>
            ) : (
              <Badge kind="info">{t.changed}</Badge>
            )
          }
        >
          <DateTime value={draft.updatedAt} style="relative" />
        </DocumentLine>
      ))}
    </Panel>
  );
}
