import { type ReactNode, useState } from 'react';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Checkbox, Select } from '../../ui/inputs.js';
import { Table } from '../../ui/table.js';
import {
  collectionOperations,
  fieldOperations,
  fieldScopesOf,
  isOpen,
  routeScopes,
  type ScopeOperation,
  type ScopeSelection,
  type ScopeTarget,
  withScope,
} from './key-scopes.js';
import { apiKeysTexts } from './texts.js';

interface ScopeBuilderProps {
  readonly targets: readonly ScopeTarget[];
  readonly selection: ScopeSelection;
  readonly onChange: (selection: ScopeSelection) => void;
}

/**
 * A checkbox for each operation of each collection and global. Fields with their own access lists are added
 * below.
 */
export function ScopeBuilder({ targets, selection, onChange }: ScopeBuilderProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const names = { read: t.read, create: t.createOperation, update: t.update, delete: t.delete };
  return (
    <>
      <Table label={t.scopes} className="scopes">
        <thead>
          <tr>
            <th scope="col">{t.target}</th>
            {collectionOperations.map((operation) => (
              <th key={operation} scope="col">
                {names[operation]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={target.name}>
              <th scope="row" title={target.name}>
                {target.label}
              </th>
              {collectionOperations.map((operation) => (
                <td key={operation}>
                  {target.operations.includes(operation) && (
                    <ScopeBox
                      label={`${target.label}: ${names[operation]}`}
                      {...{ target, operation, selection, onChange }}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="field-description" aria-live="polite">
        {t.scopeText(selection.size)}
      </p>
      <FieldScopes targets={targets} selection={selection} onChange={onChange} />
      <RouteScopes selection={selection} onChange={onChange} />
    </>
  );
}

interface ScopeBoxProps extends Omit<ScopeBuilderProps, 'targets'> {
  readonly target: ScopeTarget;
  readonly operation: ScopeOperation;
  readonly label: string;
}

function ScopeBox({ target, operation, label, selection, onChange }: ScopeBoxProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const scope = `${target.name}:${operation}`;
  const open = isOpen(selection, target.name, operation);
  const grantable = target.grantable[operation];
  const isThroughAll = open === 'everything' && target.kind !== 'everything';
  const reason = isThroughAll
    ? t.throughEverything
    : grantable === true || open === 'own'
      ? undefined
      : grantable === 'row'
        ? t.decidedByRow
        : t.notYours;
  return (
    <Checkbox
      aria-label={reason === undefined ? label : `${label}. ${reason}`}
      title={reason}
      checked={open !== null}
      disabled={reason !== undefined}
      onChange={(event) => onChange(withScope(selection, scope, event.target.checked))}
    />
  );
}

/** A checkbox for each route of the config. */
function RouteScopes({ selection, onChange }: Omit<ScopeBuilderProps, 'targets'>): ReactNode {
  const t = useTexts(apiKeysTexts);
  const meta = useMeta();
  const [all, ...routes] = routeScopes(meta, t.allRoutes);
  if (all === undefined) return null;
  const isThroughAll = selection.has(all.scope);
  return (
    <fieldset className="route-scopes">
      <legend>{t.routes}</legend>
      {[all, ...routes].map((route) => {
        const isCovered = isThroughAll && route !== all;
        const isOwn = selection.has(route.scope);
        const reason = isCovered
          ? t.throughAllRoutes
          : route.grantable === true || isOwn
            ? undefined
            : route.grantable === 'row'
              ? t.decidedByRow
              : t.notYours;
        return (
          <Checkbox
            key={route.scope}
            label={reason === undefined ? route.label : `${route.label}. ${reason}`}
            title={route.scope}
            checked={isOwn || isCovered}
            disabled={reason !== undefined}
            onChange={(event) => onChange(withScope(selection, route.scope, event.target.checked))}
          />
        );
      })}
    </fieldset>
  );
}

/** Adds field scopes such as `posts.fee.amount:read` from lists, so that no user has to know the paths. */
function FieldScopes({ targets, selection, onChange }: ScopeBuilderProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const [targetName, setTargetName] = useState('');
  const [path, setPath] = useState('');
  const [operation, setOperation] = useState<ScopeOperation>('read');
  const withFields = targets.filter(({ fields }) => fields.length > 0);
  const target = withFields.find(({ name }) => name === targetName);
  const chosen = withFields.flatMap((each) => fieldScopesOf(selection, each));
  const names = { read: t.read, create: t.createOperation, update: t.update, delete: t.delete };
  return (
    <details className="field-scopes" open={chosen.length > 0 || undefined}>
      <summary>{t.fields}</summary>
      <div className="form">
        <p className="field-description">{t.fieldsText}</p>
        <div className="field-scope-line">
          <Field label={t.target}>
            {(control) => (
              <Select
                {...control}
                value={targetName}
                onChange={(event) => {
                  setTargetName(event.target.value);
                  setPath('');
                }}
              >
                <option value="" />
                {withFields.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t.fieldOf}>
            {(control) => (
              <Select {...control} value={path} onChange={(event) => setPath(event.target.value)}>
                <option value="" />
                {target?.fields.map((field) => (
                  <option key={field} value={field}>
                    {field}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t.rights}>
            {(control) => (
              <Select
                {...control}
                value={operation}
                onChange={({ target: { value } }) =>
                  setOperation(fieldOperations.find((each) => each === value) ?? 'read')
                }
              >
                {fieldOperations.map((each) => (
                  <option key={each} value={each}>
                    {names[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button
            icon="add"
            disabled={path === ''}
            onClick={() => onChange(withScope(selection, `${targetName}.${path}:${operation}`, true))}
          >
            {t.addField}
          </Button>
        </div>
        {chosen.length > 0 && (
          <ul className="scope-chips">
            {chosen.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
                <IconButton
                  icon="close"
                  size="small"
                  label={t.removeField(scope)}
                  onClick={() => onChange(withScope(selection, scope, false))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
