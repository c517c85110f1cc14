import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.js';
import { Icon } from './icon.js';
import './inputs.css';

interface Look {
  readonly isSmall?: boolean | undefined;
  /** Monospaced: for code, JSON and identifiers. */
  readonly isMono?: boolean | undefined;
}

function inputClass({ isSmall, isMono }: Look, className: string | undefined): string {
  return classNames('input', isSmall && 'input-small', isMono && 'input-mono', className);
}

export function Input({ isSmall, isMono, className, ...rest }: Look & ComponentProps<'input'>): ReactNode {
  return <input type="text" {...rest} className={inputClass({ isSmall, isMono }, className)} />;
}

/** Grows with its text. */
export function Textarea({
  isSmall,
  isMono,
  className,
  ...rest
}: Look & ComponentProps<'textarea'>): ReactNode {
  return <textarea {...rest} className={inputClass({ isSmall, isMono }, className)} />;
}

/** The native select: it works with every keyboard, screen reader and phone. */
export function Select({ isSmall, isMono, className, ...rest }: Look & ComponentProps<'select'>): ReactNode {
  return <select {...rest} className={inputClass({ isSmall, isMono }, className)} />;
}

/** A search field; name it with `aria-label`. */
export function SearchInput({ isSmall, className, ...rest }: Look & ComponentProps<'input'>): ReactNode {
  return (
    <div className={classNames('search', className)}>
      <Icon name="search" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={inputClass({ isSmall }, undefined)}
      />
    </div>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some, but not all, of the items that it represents are chosen. */
  readonly isMixed?: boolean;
  /** Text next to it; without one it needs `aria-label`. */
  readonly label?: ReactNode;
}

export function Checkbox({ isMixed = false, label, className, ...rest }: CheckboxProps): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={classNames('check', className)}>
      <input ref={box} {...rest} type="checkbox" className="check-box" />
      {label !== undefined && <span>{label}</span>}
    </label>
  );
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label?: ReactNode;
}

/** Turns something on or off at once. */
export function Switch({ label, className, ...rest }: SwitchProps): ReactNode {
  return (
    <label className={classNames('check', className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its checked state itself. */}
      <input {...rest} type="checkbox" role="switch" className="switch" />
      {label !== undefined && <span>{label}</span>}
    </label>
  );
}
