import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n/language.js';
import { Icon } from '../ui/icon.js';
import { inputId, useForm, useFormState } from './form-context.js';
import { reveal } from './layout/reveal.js';
import { fieldTexts } from './texts.js';
import type { FormProblem } from './use-form-issues.js';

interface ErrorSummaryProps {
  /** The error of the last response; null if nothing was sent, or if there was no error. */
  readonly problem: FormProblem | null;
}

/** Lists all issues that prevent saving, with a link to each input. It is focused when it appears. */
export function ErrorSummary({ problem }: ErrorSummaryProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { formId } = useForm();
  const errors = useFormState((state) => state.errors);
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  const isShown = errors.length > 0 || problem !== null;
  useEffect(() => {
    // More errors than before: a save has failed. Fewer: the user is correcting them and keeps the focus.
    const now = errors.length + (problem === null ? 0 : 1);
    if (now > count.current) box.current?.focus();
    count.current = now;
  }, [errors, problem]);
  if (!isShown) return null;
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <p className="error-summary-title">
          {errors.length > 0 ? t.faults(errors.length) : problem?.message}
        </p>
        {problem !== null && problem.others.length > 0 && (
          <ul>
            {problem.others.map((other) => (
              <li key={other}>{other}</li>
            ))}
          </ul>
        )}
        <ul>
          {errors.map((error) => (
            <li key={`${error.key} ${error.message}`}>
              <a
                href={`#${inputId(formId, error.key)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusInput(formId, error.key);
                }}
              >
                {error.label}
              </a>
              : {error.message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses an input, or the first one of a group; for one that is in no sight, what opens it. */
function focusInput(formId: string, key: string): void {
  const names = key.split('.');
  let element: HTMLElement | null = null;
  for (; element === null && names.length > 0; names.pop())
    element = document.getElementById(inputId(formId, names.join('.')));
  reveal(element);
  const input =
    element?.matches('[role="group"], section, li') === true
      ? element.querySelector<HTMLElement>('input, select, textarea, [contenteditable="true"], button')
      : null;
  const target = input ?? element;
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
