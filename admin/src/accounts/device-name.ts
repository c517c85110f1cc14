import type { Translated } from '../i18n/catalogue.js';
import { deviceOf } from './device.js';
import type { en } from './texts.en.js';

/** `Firefox 128 on Linux`; what is not known is said to be unknown. */
export function deviceName(userAgent: string | null, t: Translated<typeof en>): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return t.browserOn(browser, system);
  if (system !== null) return t.unknownBrowserOn(system);
  return browser ?? t.unknownDevice;
}
