import type { ReactNode } from 'react';

/** A column that cannot be sorted. */
export interface HeadColumn {
  readonly label: string;
  /** `wide-only` and the like. */
  readonly className?: string;
  /** Said to screen readers alone: of buttons nobody else asks what they are. */
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
