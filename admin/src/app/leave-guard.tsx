import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../i18n/language.js';
import { AlertDialog } from '../ui/dialog.js';
import { appTexts } from './texts.js';

type Leave = () => void;

interface LeaveGuard {
  /** Registers something that would be lost; answers how to take it back. */
  readonly hold: () => () => void;
  /** Goes on at once, or after the user has agreed to lose what is held. */
  readonly ask: (leave: Leave) => void;
}

const GuardContext = createContext<LeaveGuard | null>(null);

function useGuard(): LeaveGuard {
  const guard = useContext(GuardContext);
  if (guard === null) throw new Error('There is no LeaveGuardProvider around this component.');
  return guard;
}

/**
 * While `isDirty`, every way off the screen asks first: links, back and forward, closing the tab.
 *
 * @example useUnsavedChanges(formState.isDirty);
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const { hold } = useGuard();
  useEffect(() => (isDirty ? hold() : undefined), [isDirty, hold]);
}

/** Asks before something that leaves the screen in another way than a link. */
export function useAskBeforeLeaving(): (leave: Leave) => void {
  return useGuard().ask;
}

export function LeaveGuardProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(appTexts);
  const held = useRef(0);
  const [leave, setLeave] = useState<Leave | null>(null);
  const ask = useCallback((go: Leave) => {
    if (held.current === 0) go();
    else setLeave(() => go);
  }, []);
  const guard = useMemo(
    (): LeaveGuard => ({
      hold() {
        held.current++;
        return () => {
          held.current--;
        };
      },
      ask,
    }),
    [ask],
  );
  useBackAndForward(held, ask);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (held.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  return (
    <GuardContext.Provider value={guard}>
      {children}
      <AlertDialog
        isOpen={leave !== null}
        title={t.unsavedTitle}
        description={t.unsavedText}
        action={t.leave}
        cancel={t.stay}
        isDanger
        onCancel={() => setLeave(null)}
        onConfirm={() => {
          setLeave(null);
          held.current = 0;
          leave?.();
        }}
      />
    </GuardContext.Provider>
  );
}

/**
 * The browser has gone already when it tells of it. The address is put back, and if the user agrees it goes there again. Listens in the
 * capture phase, before the router does.
 */
function useBackAndForward(held: { readonly current: number }, ask: (leave: Leave) => void): void {
  useEffect(() => {
    let here = location.href;
    const remember = (): void => {
      here = location.href;
    };
    const onPop = (event: PopStateEvent): void => {
      const wanted = location.href;
      if (held.current === 0 || wanted === here) {
        here = wanted;
        return;
      }
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      ask(() => {
        history.pushState(null, '', wanted);
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
    };
    window.addEventListener('popstate', onPop, { capture: true });
    // The router's own events for what it pushes and replaces.
    window.addEventListener('pushState', remember);
    window.addEventListener('replaceState', remember);
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true });
      window.removeEventListener('pushState', remember);
      window.removeEventListener('replaceState', remember);
    };
  }, [held, ask]);
}
