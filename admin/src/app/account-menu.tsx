import { type ReactNode, Suspense, useContext } from 'react';
import { useApi } from '../api/api-context.js';
import { useAuthMeta } from '../api/meta-context.js';
import { type ColorScheme, chooseColorScheme, useColorScheme } from '../browser/color-scheme.js';
import { chooseDensity, type Density, useDensity } from '../browser/density.js';
import { useErrorText } from '../i18n/error-text.js';
import { type LanguageChoice, useLanguage, useTexts } from '../i18n/language.js';
import { Avatar } from '../ui/avatar.js';
import { IconButton } from '../ui/button.js';
import { Menu, MenuChoices, MenuItem, MenuLine, MenuLink } from '../ui/menu.js';
import { useNotifier } from '../ui/toast.js';
import { useAskBeforeLeaving } from './leave-guard.js';
import { OwnPictureContext } from './own-picture.js';
import { paths, serverPages } from './paths.js';
import { appTexts } from './texts.js';
import { useRoleLabel } from './use-role-label.js';

interface AccountMenuProps {
  /** Opens the list of shortcuts. */
  readonly onShortcuts: () => void;
}

/** The signed-in user, with the colour scheme and the language, which every user may choose. */
export function AccountMenu({ onShortcuts }: AccountMenuProps): ReactNode {
  const t = useTexts(appTexts);
  const auth = useAuthMeta();
  const roleLabel = useRoleLabel();
  return (
    <Menu trigger={auth ? <AccountButton /> : <IconButton icon="settings" label={t.accountOpen} />}>
      {auth && (
        <>
          <div className="account-head">
            {auth.user.name && <strong>{auth.user.name}</strong>}
            <span>{auth.user.email}</span>
            <span className="account-role">{roleLabel(auth.user.role)}</span>
          </div>
          <MenuLine />
          <MenuLink to={paths.profile} icon="user">
            {t.profile}
          </MenuLink>
          <MenuLink to={paths.sessions} icon="lock">
            {t.sessions}
          </MenuLink>
          <MenuLine />
        </>
      )}
      <Appearance />
      <MenuLine />
      <MenuItem icon="keyboard" onSelect={onShortcuts}>
        {t.shortcuts}
      </MenuItem>
      {auth && (
        <>
          <MenuLine />
          <SignOut />
        </>
      )}
    </Menu>
  );
}

function AccountButton(props: object): ReactNode {
  const t = useTexts(appTexts);
  const auth = useAuthMeta();
  const Picture = useContext(OwnPictureContext);
  const name = auth?.user.name || auth?.user.email || '';
  // One letter is a sign. More would be a text, which the name of the button would have to contain.
  const letter = [...name][0]?.toLocaleUpperCase();
  // Its code is loaded for users who may have a picture.
  const mayHavePicture = auth?.profile.some(({ type }) => type === 'upload') === true;
  return (
    <button type="button" className="account-button" aria-label={t.account(name)} title={name} {...props}>
      <Avatar
        name={name}
        picture={
          Picture !== null && mayHavePicture ? (
            <Suspense fallback={letter}>
              <Picture fallback={letter} />
            </Suspense>
          ) : (
            letter
          )
        }
      />
    </button>
  );
}

function Appearance(): ReactNode {
  const t = useTexts(appTexts);
  const scheme = useColorScheme();
  const density = useDensity();
  const language = useLanguage();
  const schemes: readonly { value: ColorScheme; label: string }[] = [
    { value: 'system', label: t.schemeSystem },
    { value: 'light', label: t.schemeLight },
    { value: 'dark', label: t.schemeDark },
  ];
  const densities: readonly { value: Density; label: string }[] = [
    { value: 'comfortable', label: t.densityComfortable },
    { value: 'compact', label: t.densityCompact },
  ];
  const languages: readonly { value: LanguageChoice; label: string }[] = [
    { value: 'en', label: t.english },
    { value: 'de', label: t.german },
  ];
  return (
    <>
      <MenuChoices label={t.appearance} value={scheme} options={schemes} onChoose={chooseColorScheme} />
      <MenuLine />
      <MenuChoices label={t.density} value={density} options={densities} onChoose={chooseDensity} />
      <MenuLine />
      <MenuChoices
        label={t.language}
        value={language.choice}
        options={languages}
        onChoose={language.choose}
      />
    </>
  );
}

function SignOut(): ReactNode {
  const t = useTexts(appTexts);
  const api = useApi();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const askBeforeLeaving = useAskBeforeLeaving();
  const signOut = async (): Promise<void> => {
    try {
      await api.call('POST', 'auth/logout');
      location.assign(serverPages.loggedOut);
    } catch (error) {
      notify({ kind: 'error', text: `${t.signOutFailed} ${errorText(error)}` });
    }
  };
  return (
    <MenuItem icon="signOut" onSelect={() => askBeforeLeaving(() => void signOut())}>
      {t.signOut}
    </MenuItem>
  );
}
