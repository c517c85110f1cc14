import type { ReactNode } from 'react';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Link } from '../../ui/link.js';
import type { AuditFilter } from './audit-filter.js';
import { documentLink } from './document-link.js';
import { auditLogTexts } from './texts.js';
import { useNamedDocuments } from './use-named-documents.js';

interface DocumentFilterProps {
  readonly filter: AuditFilter;
  readonly onChange: (next: Partial<AuditFilter>) => void;
}

/** Which documents the entries are about. One is chosen by the link in its entries, or on its page. */
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
        <OneDocument slug={collection} id={document} onEnd={() => onChange({ document: '' })} />
      )}
    </>
  );
}

interface OneDocumentProps {
  readonly slug: string;
  readonly id: string;
  readonly onEnd: () => void;
}

function OneDocument({ slug, id, onEnd }: OneDocumentProps): ReactNode {
  const t = useTexts(auditLogTexts);
  const subject = { slug, id };
  const named = useNamedDocuments([subject])(subject);
  const link = named && documentLink(subject, named, t);
  return (
    <p className="audit-document">
      {t.oneDocument(named?.name ?? id)} {link && <Link to={link.to}>{link.label}</Link>}{' '}
      <Button size="small" icon="close" onClick={onEnd}>
        {t.allDocuments}
      </Button>
    </p>
  );
}
