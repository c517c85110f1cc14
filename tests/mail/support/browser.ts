import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why pages cannot be shown here; null where they can. Never a reason under CI: there, a missing browser is a fault. */
export const noBrowser: string | null =
  existsSync(executablePath) || process.env['CI']
    ? null
    : `${executablePath} is missing: install Chromium, or set CHROMIUM_PATH`;

/** `args` are options of Chromium's command line. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}
