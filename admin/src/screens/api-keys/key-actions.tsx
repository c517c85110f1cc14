import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { segment } from '../../../../templates/sdk/methods.js';
import { useAction } from '../../accounts/use-action.js';
import { useApi } from '../../api/api-context.js';
import { paths } from '../../app/paths.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import { AlertDialog } from '../../ui/dialog.js';
import { Menu, MenuItem, MenuLine, MenuLink } from '../../ui/menu.js';
import { type ApiKey, keysKey } from './keys-query.js';
import { RotateKey } from './rotate-key.js';
import { apiKeysTexts } from './texts.js';

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** Called after the key was revoked. */
  readonly onRevoked?: () => void;
}

/** The actions on one API key. */
export function KeyActions({ apiKey, onRevoked }: KeyActionsProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const api = useApi();
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const { id, name, disabled } = apiKey;
  const path = `auth/api-keys/${segment(id)}`;
  const toggle = useAction({
    call: () => api.call('PATCH', path, { disabled: !disabled }),
    done: disabled ? t.nowEnabled(name) : t.nowDisabled(name),
    forget: [keysKey],
  });
  const revoke = useAction({
    call: () => api.call('DELETE', path),
    done: t.revoked(name),
    forget: [[...keysKey, 'list']],
    onDone: () => {
      setAsking(null);
      onRevoked?.();
    },
  });
  const [location] = useLocation();
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" size="small" label={t.actionsOf(name)} isBusy={toggle.isBusy} />}
      >
        {location !== paths.apiKey(id) && (
          <MenuLink icon="edit" to={paths.apiKey(id)}>
            {t.edit}
          </MenuLink>
        )}
        <MenuItem icon="refresh" disabled={disabled} onSelect={() => setAsking('rotate')}>
          {t.rotate}
        </MenuItem>
        <MenuItem icon={disabled ? 'check' : 'lock'} onSelect={() => toggle.run()}>
          {disabled ? t.enable : t.disable}
        </MenuItem>
        <MenuLine />
        <MenuItem icon="trash" isDanger onSelect={() => setAsking('revoke')}>
          {t.revoke}
        </MenuItem>
      </Menu>
      <RotateKey apiKey={apiKey} isOpen={asking === 'rotate'} onClose={() => setAsking(null)} />
      <AlertDialog
        isOpen={asking === 'revoke'}
        title={t.revokeTitle(name)}
        description={t.revokeText}
        action={t.revoke}
        isDanger
        isBusy={revoke.isBusy}
        onConfirm={() => revoke.run()}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}
