import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAuthMeta } from '../../api/meta-context.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { SearchInput, Select } from '../../ui/inputs.js';
import { usersTexts } from './texts.js';
import type { UserFilter } from './user-list-query.js';

interface UserFiltersProps {
  readonly filter: UserFilter;
  readonly onChange: (next: Partial<UserFilter>) => void;
}

/** Milliseconds after the last keystroke before the search starts. */
const pause = 250;

export function UserFilters({ filter, onChange }: UserFiltersProps): ReactNode {
  const t = useTexts(usersTexts);
  const roleLabel = useRoleLabel();
  const roles = useAuthMeta()?.roles ?? [];
  return (
    <search className="list-filters">
      <TextFilter text={filter.text} onChange={(text) => onChange({ text })} />
      <Select
        aria-label={t.role}
        value={filter.role}
        onChange={(event) => onChange({ role: event.target.value })}
      >
        <option value="">{t.anyRole}</option>
        {roles.map(({ name }) => (
          <option key={name} value={name}>
            {roleLabel(name)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t.verification}
        value={filter.verified}
        onChange={({ target }) =>
          onChange({ verified: target.value === 'yes' || target.value === 'no' ? target.value : '' })
        }
      >
        <option value="">{t.anyVerification}</option>
        <option value="yes">{t.verified}</option>
        <option value="no">{t.notVerified}</option>
      </Select>
    </search>
  );
}

interface TextFilterProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/**
 * Applies the typed text after a pause. Text that was set elsewhere (by a link or the clear button) is shown.
 */
function TextFilter({ text, onChange }: TextFilterProps): ReactNode {
  const t = useTexts(usersTexts);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const send = useRef(onChange);
  send.current = onChange;
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      send.current(typed);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchInput
      aria-label={t.search}
      placeholder={t.search}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
