/**
 * What a user agent header contains. The client sets it: it is a hint for the account's owner, not a proof.
 */

export interface Device {
  /** `Firefox 128`, `curl`; null if the browser is not known here. */
  readonly browser: string | null;
  /** `Windows`, `Android`; null if the system is not known here. */
  readonly system: string | null;
  readonly kind: 'computer' | 'phone' | 'tablet' | 'program' | 'unknown';
}

interface Mark {
  readonly name: string;
  /** Its first group, if it has one, captures the version. */
  readonly pattern: RegExp;
}

/** The order matters: browsers name each other, so the more specific mark comes first. */
const browsers: readonly Mark[] = [
  { name: 'Edge', pattern: /\bEdg(?:e|A|iOS)?\/(\d+)/ },
  { name: 'Opera', pattern: /\b(?:OPR|Opera)\/(\d+)/ },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\/(\d+)/ },
  { name: 'Vivaldi', pattern: /\bVivaldi\/(\d+)/ },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\/(\d+)/ },
  { name: 'Chrome', pattern: /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/ },
  { name: 'Safari', pattern: /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\// },
];

const programs: readonly Mark[] = [
  { name: 'curl', pattern: /^curl\/(\d+)/ },
  { name: 'Wget', pattern: /^Wget\/(\d+)/ },
  { name: 'Postman', pattern: /^PostmanRuntime\/(\d+)/ },
  { name: 'Insomnia', pattern: /^insomnia\/(\d+)/i },
  { name: 'Node.js', pattern: /^(?:node|undici)\b/ },
  { name: 'Deno', pattern: /^Deno\/(\d+)/ },
  { name: 'Bun', pattern: /^Bun\/(\d+)/ },
  { name: 'Python', pattern: /^python-(?:requests|httpx|urllib)\b/i },
  { name: 'Go', pattern: /^Go-http-client\b/ },
];

const systems: readonly Mark[] = [
  { name: 'Windows', pattern: /\bWindows NT\b/ },
  { name: 'iPadOS', pattern: /\biPad\b/ },
  { name: 'iOS', pattern: /\biPhone\b|\biPod\b/ },
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'macOS', pattern: /\bMac OS X\b|\bMacintosh\b/ },
  { name: 'Linux', pattern: /\bLinux\b|\bX11\b/ },
];

/** Returns the browser and the system of a user agent, as far as they are known. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const program = nameIn(programs, text);
  if (program !== null) return { browser: program, system: nameIn(systems, text), kind: 'program' };
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  return { browser, system, kind: kindOf(text, system) };
}

function nameIn(marks: readonly Mark[], text: string): string | null {
  for (const { name, pattern } of marks) {
    const found = pattern.exec(text);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return null;
}

function kindOf(text: string, system: string | null): Device['kind'] {
  if (system === null) return 'unknown';
  if (system === 'iPadOS') return 'tablet';
  if (system === 'iOS') return 'phone';
  // Android sends "Mobile" on phones only.
  if (system === 'Android') return /\bMobile\b/.test(text) ? 'phone' : 'tablet';
  return 'computer';
}
