import type { ReactNode } from 'react';
import type { AdminOverview, AdminRecent } from '../../../../runtime/codegen/admin-overview.js';
import { useTexts } from '../../i18n/language.js';
import { ChangeLines } from './change-lines.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

/** What the user has changed recently: drafts and pending changes first, since they wait for the user. */
export function MinePanel({ overview }: { readonly overview: AdminOverview }): ReactNode {
  const t = useTexts(dashboardTexts);
  const mine = ownChanges(overview);
  return (
    <Panel title={t.mine} items={mine} empty={t.nothingMine}>
      <ChangeLines changes={mine} scheduled={overview.scheduled} />
    </Panel>
  );
}

const maxShown = 8;

function ownChanges({ mine, drafts }: AdminOverview): readonly AdminRecent[] {
  const known = new Set(mine.map(keyOf));
  // Older than the audit log, or from before it recorded content.
  const more = drafts.flatMap((draft): readonly AdminRecent[] =>
    draft.mine === true && !known.has(keyOf(draft))
      ? [{ ...draft, pending: draft.status === 'published', scheduled: false }]
      : [],
  );
  return [...mine, ...more]
    .toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, maxShown);
}

function keyOf({ slug, id }: Pick<AdminRecent, 'slug' | 'id'>): string {
  return `${slug} ${id}`;
}

function isWaiting({ status, pending }: AdminRecent): boolean {
  return pending || status === 'draft';
}
