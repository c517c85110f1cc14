import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import './badge.css';

export type BadgeKind = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

interface BadgeProps {
  readonly kind?: BadgeKind;
  readonly children: ReactNode;
}

/** A short state. The word carries the meaning, the colour only supports it. */
export function Badge({ kind = 'neutral', children }: BadgeProps): ReactNode {
  return <span className={classNames('badge', kind !== 'neutral' && `badge-${kind}`)}>{children}</span>;
}
