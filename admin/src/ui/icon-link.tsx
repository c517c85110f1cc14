import type { ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { buttonClass, IconButton } from './button.js';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';

interface IconLinkProps {
  readonly icon: IconName;
  /** Where it leads, for screen readers and as tooltip. */
  readonly label: string;
  /** A path below `/admin`; null: it leads nowhere now, and says why. */
  readonly to: string | null;
  readonly reason: string;
  /** The state of the entry in the browser's history. */
  readonly state?: unknown;
}

/** A link that looks like an icon button. */
export function IconLink({ icon, label, to, reason, state }: IconLinkProps): ReactNode {
  if (to === null) return <IconButton icon={icon} label={label} disabled={reason} size="small" />;
  return (
    <RouterLink
      to={to}
      state={state}
      title={label}
      aria-label={label}
      className={classNames(buttonClass({ variant: 'ghost', size: 'small' }), 'button-icon')}
    >
      <Icon name={icon} />
    </RouterLink>
  );
}
