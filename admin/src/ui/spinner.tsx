import type { ReactNode } from 'react';

/** That something goes on; whoever shows it says in words what. */
export function Spinner(): ReactNode {
  return <span className="spinner" aria-hidden="true" />;
}
