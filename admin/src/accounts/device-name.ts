import type { Translated } from '../i18n/catalogue.js';
import { deviceOf } from './device.js';
import type { en } from './texts.en.js';

/** Returns for example `Firefox 128 on Linux`; unknown parts are called unknown. */
export function deviceName(userAgent: string | null, t: Translated<typeof en>): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return t.browserOn(browser, system);
  if (system !== null) return t.unknownBrowserOn(system);
  return browser ?? t.unknownDevice;
}
