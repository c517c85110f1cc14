import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import { useApi } from '../api/api-context.js';
import type { Document } from '../api/documents.js';
import { useCollectionMeta } from '../api/meta-context.js';
import { paths } from '../app/paths.js';
import { documentTitle, fieldAt } from '../documents/document-title.js';
import { valueAt } from '../documents/path.js';
import { contentOf } from '../documents/stored-document.js';
import { useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { DateTime } from '../ui/date-time.js';
import { DescriptionText } from '../ui/description-text.js';
import { ButtonLink, Link } from '../ui/link.js';
import { Notice, Skeleton } from '../ui/states.js';
import { StatusBadge } from '../ui/status-badge.js';
import { Table } from '../ui/table.js';
import { useField, useForm } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `join`: the documents that refer to this one, as the service joins them. They are changed on their own
 * screens.
 */
export function JoinWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { documentId, slug } = useForm();
  const { id, labelId } = useField(field, path);
  const target = useCollectionMeta(field.collection ?? '');
  if (target === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, and there are none here.
    <div
      className="field field-of-join"
      role="group"
      aria-labelledby={labelId}
      id={id}
      data-field={field.path}
    >
      <div className="field-label">
        <span id={labelId}>{field.label}</span>
        {documentId !== null && target.can.create !== false && (
          <span className="field-aside">
            <ButtonLink
              to={presetPath(field, target, { collection: slug, id: documentId })}
              size="small"
              icon="add"
            >
              {t.joinCreate(target.labels.singular)}
            </ButtonLink>
          </span>
        )}
      </div>
      {field.description !== undefined && (
        <p className="field-description">
          <DescriptionText text={field.description} />
        </p>
      )}
      {documentId === null ? (
        <p className="targets-none">{t.joinNew}</p>
      ) : (
        <Joined field={field} target={target} owner={{ slug, id: documentId }} />
      )}
    </div>
  );
}

interface JoinedProps {
  readonly field: AdminFieldMeta;
  readonly target: AdminCollectionMeta;
  readonly owner: { readonly slug: string; readonly id: string };
}

interface JoinAnswer {
  readonly docs: readonly Document[];
  readonly hasNextPage: boolean;
}

function Joined({ field, target, owner }: JoinedProps): ReactNode {
  const t = useTexts(fieldTexts);
  const api = useApi();
  const errorText = useErrorText();
  const meta = useCollectionMeta(owner.slug);
  const answer = useQuery({
    // The key is below that of the target collection: a write to one of its documents invalidates this table.
    queryKey: ['collection', target.slug, 'joined', owner, field.path],
    queryFn: async ({ signal }): Promise<JoinAnswer> => {
      if (meta === undefined) return { docs: [], hasNextPage: false };
      const query = { depth: 1, select: field.path };
      const document = await api.collection(meta).findById(owner.id, query, { signal });
      // A join has this shape at a depth of 1: docs/spec/contract.md#depth.
      return valueAt(contentOf(document), field.path.split('.')) as unknown as JoinAnswer;
    },
  });
  if (answer.error !== null) return <Notice kind="warning">{errorText(answer.error)}</Notice>;
  if (answer.data === undefined) return <Skeleton height="4rem" />;
  const { docs, hasNextPage } = answer.data;
  if (docs.length === 0) return <p className="targets-none">{t.joinNone}</p>;
  return (
    <>
      <Table label={field.label}>
        <thead>
          <tr>
            <th scope="col">{t.joinTitle}</th>
            {target.drafts && <th scope="col">{t.joinState}</th>}
            <th scope="col">{t.joinChanged}</th>
          </tr>
        </thead>
        <tbody>
          {docs.map((document) => (
            <tr key={document.id}>
              <th scope="row">
                <Link to={paths.document(target.slug, document.id)}>
                  {documentTitle(target, contentOf(document)) ?? document.id}
                </Link>
              </th>
              {target.drafts && (
                <td>
                  <StatusBadge status={document._status ?? 'published'} />
                </td>
              )}
              <td>
                <DateTime value={document.updatedAt} style="relative" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {hasNextPage && (
        <p className="field-hint">
          {t.joinMore} <Link to={paths.collection(target.slug)}>{t.joinAll(target.labels.plural)}</Link>
        </p>
      )}
    </>
  );
}

/** Returns the path of the creation screen, with the reference to this document filled in. */
function presetPath(
  field: AdminFieldMeta,
  target: AdminCollectionMeta,
  owner: { readonly collection: string; readonly id: string },
): string {
  const on = field.on ?? '';
  const pointer = fieldAt(target.fields, on.split('.'));
  const one: JsonValue = pointer?.polymorphic === true ? owner : owner.id;
  const preset = JSON.stringify({ [on]: pointer?.hasMany === true ? [one] : one });
  return `${paths.newDocument(target.slug)}?${new URLSearchParams({ preset })}`;
}
