import { useState } from 'react';
import { readSession, storeSession } from '../../browser/session-stored.js';
import type { Path } from '../../documents/path.js';
import { useForm } from '../form-context.js';

/**
 * Whether a part of the forms of a collection is open, which the tab remembers. In rows it is remembered for
 * all of them.
 *
 * @param part - the id of a part of the layout at `path`; null for the field itself.
 */
export function useFold(
  { path, part }: { readonly path: Path; readonly part: number | null },
  isOpenAtFirst: boolean,
): readonly [isOpen: boolean, open: (next: boolean) => void] {
  const { slug } = useForm();
  const names = path.filter((step) => typeof step === 'string');
  const name = ['fold', slug, ...names, ...(part === null ? [] : [part])].join('.');
  const [isOpen, setIsOpen] = useState(
    () => (readSession(name) ?? (isOpenAtFirst ? 'open' : 'closed')) === 'open',
  );
  return [
    isOpen,
    (next) => {
      storeSession(name, next ? 'open' : 'closed');
      setIsOpen(next);
    },
  ];
}
