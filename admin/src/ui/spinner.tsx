import type { ReactNode } from 'react';

/** Shows that something is loading; the caller has to describe it in words. */
export function Spinner(): ReactNode {
  return <span className="spinner" aria-hidden="true" />;
}
