import type { ReactNode } from 'react';

/** A column that cannot be sorted. */
export interface HeadColumn {
  readonly label: string;
  /** For example `wide-only`. */
  readonly className?: string;
  /** The label is for screen readers only, for example of a column of buttons. */
  readonly isSilent?: boolean;
}

/** @example <TableHead columns={[{ label: t.name }, { label: t.actions, isSilent: true }]} /> */
export function TableHead({ columns }: { readonly columns: readonly HeadColumn[] }): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map(({ label, className, isSilent }) => (
          <th key={label} scope="col" className={className}>
            {isSilent ? <span className="visually-hidden">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
