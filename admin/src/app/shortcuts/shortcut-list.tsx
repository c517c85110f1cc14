import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Switch } from '../../ui/inputs.js';
import { opensByQuestionMark, setOpensByQuestionMark } from './question-mark.js';
import { shortcutTexts } from './texts.js';
import './shortcuts.css';

type Line = readonly [keys: readonly string[], effect: string];

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** What the keyboard does, by the place where it does it. */
export function ShortcutList(): ReactNode {
  const t = useTexts(shortcutTexts);
  const [isOn, setIsOn] = useState(opensByQuestionMark);
  const control = isApple ? '⌘' : t.control;
  const switchOn = (on: boolean): void => {
    setOpensByQuestionMark(on);
    setIsOn(on);
  };
  return (
    <div className="shortcuts">
      <Section
        title={t.everywhere}
        lines={[
          [[control, 'K'], t.palette],
          [['?'], t.help],
          [['Esc'], t.close],
        ]}
      />
      <Section
        title={t.lists}
        lines={[
          [['↑', '↓'], t.rows],
          [['←', '→'], t.cells],
          [[t.shift, '←', '→'], t.width],
        ]}
      />
      <Section
        title={t.documents}
        lines={[
          [[control, 'S'], t.save],
          [[control, t.shift, 'P'], t.publish],
          [['Alt', '↑', '↓'], t.moveRow],
          [['Esc'], t.back],
        ]}
      />
      <Section
        title={t.texts}
        lines={[
          [['/'], t.insert],
          [['Alt', 'F10'], t.toolbar],
          [[control, 'K'], t.link],
          [[control, 'B'], t.bold],
          [[control, t.shift, 'F'], t.full],
        ]}
      />
      <Switch
        label={t.questionMark}
        checked={isOn}
        onChange={(event) => switchOn(event.currentTarget.checked)}
      />
    </div>
  );
}

function Section({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="shortcuts-title">
        {title}
      </h3>
      <dl className="shortcuts-lines">
        {lines.map(([keys, effect]) => (
          <div key={effect}>
            <dt>{effect}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
