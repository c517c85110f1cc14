import { Portal } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';

/** Where the layout has its skip links: before everything else of the page. */
export const skipsId = 'skips';

interface SkipLinkProps {
  /** Id of the element where the reader continues. */
  readonly to: string;
  readonly label: string;
}

/** A skip link of a screen, beside that of the layout; visible while it is focused. */
export function SkipLink({ to, label }: SkipLinkProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(skipsId)), []);
  if (place === null) return null;
  return (
    <Portal.Root container={place}>
      <a className="skip" href={`#${to}`}>
        {label}
      </a>
    </Portal.Root>
  );
}
