import type { ReactNode } from 'react';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import type { AuditFilter } from './audit-filter.js';
import { auditLogTexts } from './texts.js';

interface DocumentFilterProps {
  readonly filter: AuditFilter;
  readonly onChange: (next: Partial<AuditFilter>) => void;
}

/** Which documents the entries are about. One document is chosen by the link on its page. */
export function DocumentFilter({ filter, onChange }: DocumentFilterProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const { collections, globals } = useMeta();
  const { collection, document } = filter;
  const known = [
    ...collections.filter(({ slug }) => slug !== 'users').map(({ slug, labels }) => [slug, labels.plural]),
    ...globals.filter(({ slug }) => slug !== 'system').map(({ slug, label }) => [`globals.${slug}`, label]),
  ];
  const isKnown = collection === '' || known.some(([slug]) => slug === collection);
  return (
    <>
      <Field label={t.collection}>
        {(control) => (
          <Select
            {...control}
            value={collection}
            onChange={(event) => onChange({ collection: event.target.value, document: '' })}
          >
            <option value="">{t.anyCollection}</option>
            {known.map(([slug, label]) => (
              <option key={slug} value={slug}>
                {label}
              </option>
            ))}
            {!isKnown && <option value={collection}>{collection}</option>}
          </Select>
        )}
      </Field>
      {document !== '' && (
        <p className="audit-document">
          {t.oneDocument(document)}{' '}
          <Button size="small" icon="close" onClick={() => onChange({ document: '' })}>
            {t.allDocuments}
          </Button>
        </p>
      )}
    </>
  );
}
