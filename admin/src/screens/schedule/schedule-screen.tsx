import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminScheduled } from '../../../../runtime/codegen/admin-overview.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { plannedFor, scheduledQuery } from '../../api/scheduled.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { useFocusKept } from '../../ui/focus-return.js';
import { Link } from '../../ui/link.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { CancelStep } from './cancel-step.js';
import { scheduleTexts } from './texts.js';
import '../../accounts/accounts.css';

/** Everything that is scheduled, of all collections and globals, the next step first. */
export function ScheduleScreen(): ReactNode {
  const t = useTexts(scheduleTexts);
  const { data, error, refetch } = useQuery(scheduledQuery(useApi(), null));
  const [cancelled, setCancelled] = useState<Step | null>(null);
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
              { label: t.actions, isSilent: true },
            ]}
          />
          <tbody>
            {data.map((step) => (
              <StepRow
                key={`${step.kind} ${step.slug} ${step.id} ${step.action}`}
                step={step}
                onCancel={() => setCancelled(step)}
              />
            ))}
          </tbody>
        </Table>
      )}
      {cancelled !== null && (
        <CancelStep
          step={cancelled}
          end={plannedFor(data ?? [], cancelled.slug, cancelled.id)?.unpublishAt ?? null}
          onClose={() => setCancelled(null)}
        />
      )}
    </Page>
  );
}

type Step = AdminScheduled['scheduled'][number];

interface StepRowProps {
  readonly step: Step;
  readonly onCancel: () => void;
}

function StepRow({ step, onCancel }: StepRowProps): ReactNode {
  const t = useTexts(scheduleTexts);
  const { collections, globals } = useMeta();
  const { kind, slug, id, title, action, at, error } = step;
  const meta = (kind === 'global' ? globals : collections).find((each) => each.slug === slug);
  const label = meta?.kind === 'global' ? meta.label : meta?.labels.singular;
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
  const row = useFocusKept<HTMLTableRowElement>();
  return (
    <tr ref={row}>
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
      <td>
        {meta !== undefined && meta.can.update !== false && (
          <IconButton icon="close" size="small" label={t.cancelOf(title || t.untitled)} onClick={onCancel} />
        )}
      </td>
    </tr>
  );
}
