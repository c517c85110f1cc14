import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import { initialsOf } from './initials.js';
import './avatar.css';

interface AvatarProps {
  readonly name: string;
  /** Instead of the initials. */
  readonly picture?: ReactNode;
  readonly isSmall?: boolean;
}

/** A person, beside their name: a picture, or the initials. */
export function Avatar({ name, picture, isSmall = false }: AvatarProps): ReactNode {
  return (
    <span className={classNames('avatar', isSmall && 'avatar-small')} aria-hidden="true">
      {picture ?? initialsOf(name)}
    </span>
  );
}
