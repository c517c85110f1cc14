import type { ReactNode } from 'react';
import { auditTypes } from '../../../../runtime/codegen/audit-types.js';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { MomentInput } from '../../ui/moment-input.js';
import { type AuditFilter, isFiltered } from './audit-filter.js';
import { DocumentFilter } from './document-filter.js';
import { eventName } from './event-names.js';
import { auditLogTexts } from './texts.js';
import { UserFilter } from './user-filter.js';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (next: Partial<AuditFilter>) => void;
  readonly onClear: () => void;
}

/** The filters of the audit log. Each takes effect at once. */
export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const { collections } = useMeta();
  const hasTrash = collections.some(({ trash }) => trash !== undefined);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section className="audit-filters" aria-label={t.filters}>
      <Field label={t.type}>
        {(control) => (
          <Select
            {...control}
            value={filter.type}
            onChange={(event) => onChange({ type: event.target.value })}
          >
            <option value="">{t.anyType}</option>
            {auditTypes.map((type) => (
              <option key={type} value={type}>
                {type === 'document.deleted' && hasTrash ? t.documentDeletedOrTrashed : eventName(type, t)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DocumentFilter filter={filter} onChange={onChange} />
      <UserFilter user={filter.user} onChange={(user) => onChange({ user })} />
      <Field label={t.from}>
        {(control) => (
          <MomentInput
            {...control}
            hasTime
            label={t.from}
            value={filter.from}
            onValue={(local) => onChange({ from: (local ?? '').slice(0, 16) })}
          />
        )}
      </Field>
      <Field label={t.to}>
        {(control) => (
          <MomentInput
            {...control}
            hasTime
            label={t.to}
            value={filter.to}
            onValue={(local) => onChange({ to: (local ?? '').slice(0, 16) })}
          />
        )}
      </Field>
      <p className="audit-zone">{t.zone(timeZone)}</p>
      {isFiltered(filter) && (
        <Button icon="close" size="small" variant="ghost" onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </section>
  );
}
