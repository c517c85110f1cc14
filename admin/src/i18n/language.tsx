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

/** `rtl-test` is English from right to left: no catalogue is, yet, and the layout has to stand it. */
export type LanguageChoice = LanguageName | 'rtl-test';

export interface Language {
  /** For catalogues and `Intl`. */
  readonly name: LanguageName;
  readonly choice: LanguageChoice;
  readonly direction: 'ltr' | 'rtl';
  readonly choose: (choice: LanguageChoice) => void;
}

const LanguageContext = createContext<Language | null>(null);

/** The language that was chosen in this browser, else the first of the browser's that there is a catalogue for. */
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
    // Without them, after a new version was installed, messages of the service stay English.
    loadServiceTexts(language.name).catch(() => undefined);
  }, [language]);
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === null) throw new Error('There is no LanguageProvider around this component.');
  return language;
}

/** The texts of an area in the language of the page. */
export function useTexts<C extends Catalogue>(texts: Texts<C>): Translated<C> {
  const { name } = useLanguage();
  return texts[name] as Translated<C>;
}
