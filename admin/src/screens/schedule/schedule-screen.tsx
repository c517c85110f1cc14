import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminScheduled } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { scheduledQuery } from '../../api/scheduled.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { Link } from '../../ui/link.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { scheduleTexts } from './texts.js';
import '../../accounts/accounts.css';

/** Everything that is scheduled, of all collections and globals, the next step first. */
export function ScheduleScreen(): ReactNode {
  const t = useTexts(scheduleTexts);
  const { data, error, refetch } = useQuery(scheduledQuery(useApi(), null));
  return (
    <Page title={t.title} note={t.note}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height="12rem" />
      ) : data.length === 0 ? (
        <EmptyState icon="calendar" title={t.empty} text={t.emptyText} />
      ) : (
        <Table label={t.title}>
          <TableHead
            columns={[
              { label: t.when },
              { label: t.document },
              { label: t.what, className: 'wide-only' },
              { label: t.kind, className: 'wide-only' },
            ]}
          />
          <tbody>
            {data.map((step) => (
              <StepRow key={`${step.kind} ${step.slug} ${step.id} ${step.action}`} step={step} />
            ))}
          </tbody>
        </Table>
      )}
    </Page>
  );
}

type Step = AdminScheduled['scheduled'][number];

function StepRow({ step }: { readonly step: Step }): ReactNode {
  const t = useTexts(scheduleTexts);
  const { collections, globals } = useMeta();
  const { kind, slug, id, title, action, at, error } = step;
  const label =
    kind === 'global'
      ? globals.find((each) => each.slug === slug)?.label
      : collections.find((each) => each.slug === slug)?.labels.singular;
  const what = (
    <>
      {action === 'publish' ? t.publishes : t.unpublishes}
      {error !== null && (
        <>
          {' '}
          <span title={error}>
            <Badge kind="danger">{t.failed}</Badge>
          </span>
        </>
      )}
    </>
  );
  return (
    <tr>
      <td>
        <DateTime value={at} />
      </td>
      <th scope="row">
        <span className="user-cell">
          <Link to={kind === 'global' ? paths.global(slug) : paths.document(slug, id)}>
            {title || t.untitled}
          </Link>
          <span className="user-email narrow-only">
            {what} · {label ?? slug}
          </span>
        </span>
      </th>
      <td className="wide-only">{what}</td>
      <td className="wide-only">{label ?? slug}</td>
    </tr>
  );
}
