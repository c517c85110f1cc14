import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { readStored, store } from '../browser/stored.js';
import {
  type Catalogue,
  type LanguageName,
  languageNames,
  type Texts,
  type Translated,
} from './catalogue.js';
import { loadServiceTexts } from './service-text.js';

/**
 * `rtl-test` is English from right to left: no catalogue needs that yet, but the layout has to work with it.
 */
export type LanguageChoice = LanguageName | 'rtl-test';

export interface Language {
  /** The language of the catalogues and of `Intl`. */
  readonly name: LanguageName;
  readonly choice: LanguageChoice;
  readonly direction: 'ltr' | 'rtl';
  readonly choose: (choice: LanguageChoice) => void;
}

const LanguageContext = createContext<Language | null>(null);

/**
 * Returns the language that was chosen in this browser, else the first language of the browser that has a
 * catalogue.
 */
export function initialLanguage(): LanguageChoice {
  const stored = readStored('language');
  if (stored === 'rtl-test') return stored;
  const wanted = [stored, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0]);
  return languageNames.find((name) => name === wanted.find((tag) => isLanguage(tag))) ?? 'en';
}

function isLanguage(tag: string | undefined): boolean {
  return languageNames.some((name) => name === tag);
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [choice, setChoice] = useState(initialLanguage);
  const language = useMemo((): Language => {
    const isTest = choice === 'rtl-test';
    return {
      name: isTest ? 'en' : choice,
      choice,
      direction: isTest ? 'rtl' : 'ltr',
      choose(next) {
        store('language', next);
        setChoice(next);
      },
    };
  }, [choice]);
  useLayoutEffect(() => {
    document.documentElement.lang = language.name;
    document.documentElement.dir = language.direction;
  }, [language]);
  useEffect(() => {
    // Without them, for example after the installation of a new version, messages of the service stay
    // English.
    loadServiceTexts(language.name).catch(() => undefined);
  }, [language]);
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === null) throw new Error('There is no LanguageProvider around this component.');
  return language;
}

/** Returns the texts of an area in the language of the page. */
export function useTexts<C extends Catalogue>(texts: Texts<C>): Translated<C> {
  const { name } = useLanguage();
  return texts[name] as Translated<C>;
}
