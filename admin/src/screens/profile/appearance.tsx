import type { ReactNode } from 'react';
import { appTexts } from '../../app/texts.js';
import { chooseColorScheme, colorSchemes, useColorScheme } from '../../browser/color-scheme.js';
import { chooseDensity, densities, useDensity } from '../../browser/density.js';
import { languageNames } from '../../i18n/catalogue.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { profileTexts } from './texts.js';

/** Settings for colours, density and language, stored in this browser. */
export function Appearance(): ReactNode {
  const t = useTexts(profileTexts);
  const app = useTexts(appTexts);
  const scheme = useColorScheme();
  const density = useDensity();
  const language = useLanguage();
  const schemeTexts = { system: app.schemeSystem, light: app.schemeLight, dark: app.schemeDark };
  const densityTexts = { comfortable: app.densityComfortable, compact: app.densityCompact };
  const languageTexts = { en: app.english, de: app.german };
  return (
    <section className="panel" aria-label={t.appearance}>
      <div className="panel-head">
        <h2 className="panel-title">{t.appearance}</h2>
      </div>
      <div className="panel-body">
        <Field label={t.scheme} description={t.onlyHere}>
          {(control) => (
            <Select
              {...control}
              value={scheme}
              onChange={({ target }) =>
                chooseColorScheme(colorSchemes.find((each) => each === target.value) ?? 'system')
              }
            >
              {colorSchemes.map((each) => (
                <option key={each} value={each}>
                  {schemeTexts[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={app.density}>
          {(control) => (
            <Select
              {...control}
              value={density}
              onChange={({ target }) =>
                chooseDensity(densities.find((each) => each === target.value) ?? 'comfortable')
              }
            >
              {densities.map((each) => (
                <option key={each} value={each}>
                  {densityTexts[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={app.language}>
          {(control) => (
            <Select
              {...control}
              value={language.name}
              onChange={({ target }) =>
                language.choose(languageNames.find((each) => each === target.value) ?? 'en')
              }
            >
              {languageNames.map((each) => (
                <option key={each} value={each} lang={each}>
                  {languageTexts[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </section>
  );
}
