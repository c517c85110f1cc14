import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminFieldMeta, Permission } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminRights, AdminRightsOfDocument } from '../../../../runtime/codegen/admin-replies.js';
import { NoAccess } from '../../accounts/no-access.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { ErrorState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { TableHead } from '../../ui/table-head.js';
import { rightsTexts } from './texts.js';
import './rights.css';

/**
 * Who may do what: a table for each collection and global, a row for each role. Those that the administrator
 * may not read have their names in the API.
 */
export function RightsScreen(): ReactNode {
  const t = useTexts(rightsTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const { collections, globals } = useMeta();
  const isAllowed = auth?.can.manageUsers === true;
  const { data, error, refetch } = useQuery({
    queryKey: ['rights'],
    queryFn: ({ signal }) => api.call<AdminRights>('GET', 'admin/rights', undefined, { signal }),
    enabled: isAllowed,
  });
  if (!isAllowed) return <NoAccess title={t.title} />;
  return (
    <Page title={t.title} note={t.note}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height="20rem" />
      ) : (
        <>
          {(data.roles[0]?.collections ?? []).map(({ slug }, index) => {
            const meta = collections.find((one) => one.slug === slug);
            return (
              <RightsTable
                key={slug}
                kind="collections"
                slug={slug}
                label={meta?.labels.plural ?? slug}
                fields={meta?.fields ?? []}
                drafts={meta?.drafts ?? true}
                roles={data.roles}
                isOpen={index === 0}
              />
            );
          })}
          {(data.roles[0]?.globals ?? []).map(({ slug }) => {
            const meta = globals.find((one) => one.slug === slug);
            return (
              <RightsTable
                key={`globals.${slug}`}
                kind="globals"
                slug={slug}
                label={meta?.label ?? slug}
                fields={meta?.fields ?? []}
                drafts={meta?.drafts ?? true}
                roles={data.roles}
                isOpen={false}
              />
            );
          })}
        </>
      )}
    </Page>
  );
}

interface RightsTableProps {
  readonly kind: 'collections' | 'globals';
  readonly slug: string;
  readonly label: string;
  readonly fields: readonly AdminFieldMeta[];
  readonly drafts: boolean;
  readonly roles: AdminRights['roles'];
  /** At first. */
  readonly isOpen: boolean;
}

function RightsTable({ kind, slug, label, fields, drafts, roles, isOpen }: RightsTableProps): ReactNode {
  const t = useTexts(rightsTexts);
  const roleLabel = useRoleLabel();
  const formats = useFormats();
  const hasTrash = roles.some((role) => rightsIn(role, kind, slug)?.can?.purge !== undefined);
  const operations =
    kind === 'globals'
      ? (['read', 'update'] as const)
      : (['read', 'create', 'update', 'delete', ...(hasTrash ? (['purge'] as const) : [])] as const);
  const changing = roles.filter((role) => (rightsIn(role, kind, slug)?.can?.update ?? false) !== false);
  return (
    <details className="rights" open={isOpen}>
      <summary>
        <h2>{label}</h2>
        <span className="rights-changing">
          {t.changedBy(
            formats.list(changing.map(({ name }) => (name === null ? t.visitor : roleLabel(name)))),
          )}
        </span>
      </summary>
      <Table label={label}>
        <TableHead
          columns={[
            { label: t.role },
            ...operations.map((operation) => ({ label: t[operation] })),
            ...(drafts ? [{ label: t.readDrafts }] : []),
            { label: t.fields },
          ]}
        />
        <tbody>
          {roles.map((role) => {
            const own = rightsIn(role, kind, slug);
            return (
              <tr key={role.name ?? ''}>
                <th scope="row">{role.name === null ? t.visitor : roleLabel(role.name)}</th>
                {operations.map((operation) => (
                  <td key={operation}>
                    <Right can={own?.can?.[operation] ?? false} />
                  </td>
                ))}
                {drafts && (
                  <td>
                    <Right can={own?.readDrafts ?? false} />
                  </td>
                )}
                <td>
                  {own === undefined || own.can === null ? t.none : <Fields own={own} fields={fields} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </details>
  );
}

function rightsIn(
  role: AdminRights['roles'][number],
  kind: RightsTableProps['kind'],
  slug: string,
): AdminRightsOfDocument | undefined {
  return role[kind].find((one) => one.slug === slug);
}

/** The word carries the meaning, the colour only supports it. */
function Right({ can }: { readonly can: Permission }): ReactNode {
  const t = useTexts(rightsTexts);
  if (can === 'row') return <Badge kind="info">{t.depends}</Badge>;
  return can ? <Badge kind="success">{t.yes}</Badge> : <Badge>{t.no}</Badge>;
}

interface FieldsProps {
  readonly own: AdminRightsOfDocument;
  readonly fields: readonly AdminFieldMeta[];
}

function Fields({ own, fields }: FieldsProps): ReactNode {
  const t = useTexts(rightsTexts);
  const formats = useFormats();
  const labels = labelsOf(fields, t.inBlock);
  const named = (paths: readonly string[]): string =>
    formats.list(paths.map((path) => labels.get(path) ?? path));
  const readOnly = own.can?.update === false ? [] : own.readOnly;
  if (own.hidden.length === 0 && readOnly.length === 0) return t.allFields;
  return (
    <>
      {own.hidden.length > 0 && <p>{t.hidden(named(own.hidden))}</p>}
      {readOnly.length > 0 && <p>{t.readOnly(named(readOnly))}</p>}
    </>
  );
}

/** By path. Of blocks the slug is a part of it; fields of several blocks may have the same label. */
function labelsOf(
  fields: readonly AdminFieldMeta[],
  inBlock: (block: string, field: string) => string,
  around = '',
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, label, fields: inner = [], blocks = [] } of fields) {
    const path = `${around}${name}`;
    found.set(path, label);
    for (const [at, own] of labelsOf(inner, inBlock, `${path}.`)) found.set(at, own);
    for (const block of blocks) {
      const inside = labelsOf(block.fields, inBlock, `${path}.${block.slug}.`);
      for (const [at, own] of inside) found.set(at, inBlock(block.label, own));
    }
  }
  return found;
}
