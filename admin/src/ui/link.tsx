import type { ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { type ButtonVariant, buttonClass } from './button.js';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';

interface LinkProps {
  /** A path below `/admin`: `/collections/posts`. */
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly 'aria-current'?: 'page' | 'step' | undefined;
  /** Where it leads, if its text does not say so. */
  readonly title?: string;
  /** The state of the entry in the browser's history. */
  readonly state?: unknown;
  /** Default true: browsers drag links by themselves. */
  readonly draggable?: boolean;
}

/** A link inside the dashboard. */
export function Link({ to, className = 'link', children, ...rest }: LinkProps): ReactNode {
  return (
    <RouterLink to={to} className={className} {...rest}>
      {children}
    </RouterLink>
  );
}

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant;
  readonly size?: 'medium' | 'small';
  readonly icon?: IconName;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, to, children }: ButtonLinkProps): ReactNode {
  return (
    <RouterLink to={to} className={buttonClass({ variant, size })}>
      {icon && <Icon name={icon} />}
      <span className="button-text">{children}</span>
    </RouterLink>
  );
}

interface OuterLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly isNewTab?: boolean;
  readonly children: ReactNode;
}

/** A link to a page that is not part of the dashboard. */
export function OuterLink({ href, className, isNewTab = false, children }: OuterLinkProps): ReactNode {
  return (
    <a
      href={href}
      className={classNames(className ?? 'link')}
      {...(isNewTab && { target: '_blank', rel: 'noreferrer' })}
    >
      {children}
    </a>
  );
}
