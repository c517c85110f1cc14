import { argon2d, argon2i, argon2id, hash } from 'argon2';
import { describe, expect, test } from 'vitest';
import { createPasswords } from './create-passwords.js';
import type { Passwords } from './passwords.js';

const policy = { minLength: 12, uppercase: true, lowercase: true, digit: true, symbol: true };
const cheap = { memoryKiB: 64, timeCost: 1, parallelism: 1 };
const passwords = createPasswords({ policy, hashing: cheap });
const good = 'Blue-Kettle-42';

async function matches(stored: string | null, password: string): Promise<boolean> {
  return (await passwords.verify(stored, password)).matches;
}

describe('a hash', () => {
  test('is argon2id with the parameters of OWASP unless a test says otherwise', async () => {
    const stored = await createPasswords({ policy }).hash(good);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await createPasswords({ policy }).verify(stored, good)).toEqual({ matches: true, rehash: false });
  });

  test('has a salt of its own each time', async () => {
    expect(await passwords.hash(good)).not.toBe(await passwords.hash(good));
  });

  test('fits its password and no other', async () => {
    const stored = await passwords.hash(good);
    expect(await passwords.verify(stored, good)).toEqual({ matches: true, rehash: false });
    expect(await passwords.verify(stored, `${good}!`)).toEqual({ matches: false, rehash: false });
    expect(await matches(stored, good.toLowerCase())).toBe(false);
    expect(await matches(stored, '')).toBe(false);
  });

  test('fits every Unicode form of its password', async () => {
    const composed = 'Crème-Brûlée-42 Å 각'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    expect(decomposed).not.toBe(composed);
    expect(await matches(await passwords.hash(composed), decomposed)).toBe(true);
    expect(await matches(await passwords.hash(decomposed), composed)).toBe(true);
  });

  test('tells letters apart that only look alike', async () => {
    expect(
      await matches(await passwords.hash('Kettle-Blue-42'), '\u212Aettle-Blue-42'.normalize('NFKD')),
    ).toBe(true);
    expect(await matches(await passwords.hash('ﬁne-Kettle-42-A'), 'fine-Kettle-42-A')).toBe(false);
    expect(await matches(await passwords.hash('Blue-Kettle-42'), 'Blue-Kettle-４２')).toBe(false);
  });

  test('sees what stands behind a NUL', async () => {
    const stored = await passwords.hash('Blue-Kettle-42\0one');
    expect(await matches(stored, 'Blue-Kettle-42\0two')).toBe(false);
    expect(await matches(stored, 'Blue-Kettle-42')).toBe(false);
  });

  test.each([
    { memoryCost: 128, timeCost: 1, parallelism: 1 },
    { memoryCost: 64, timeCost: 2, parallelism: 1 },
    { memoryCost: 64, timeCost: 1, parallelism: 2 },
    { memoryCost: 64, timeCost: 1, parallelism: 1, hashLength: 16 },
    { memoryCost: 64, timeCost: 1, parallelism: 1, salt: Buffer.alloc(8, 'salt') },
    { memoryCost: 64, timeCost: 1, parallelism: 1, version: 16 },
  ])('with other parameters fits, and asks for a new one: %o', async (parameters) => {
    const stored = await hash(good, { type: argon2id, ...parameters });
    expect(await passwords.verify(stored, good)).toEqual({ matches: true, rehash: true });
    expect(await passwords.verify(stored, 'Other-Kettle-42')).toEqual({ matches: false, rehash: false });
  });

  test('by another kind of argon2 fits nothing', async () => {
    for (const type of [argon2d, argon2i] as const) {
      const stored = await hash(good, { type, memoryCost: 64, timeCost: 1, parallelism: 1 });
      expect(await matches(stored, good)).toBe(false);
    }
  });

  const salt = 'c2FsdHNhbHRzYWx0c2Fs';
  const result = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
  test.each([
    ['4 GiB of memory', `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${result}`],
    ['a million passes', `$argon2id$v=19$m=64,t=1000000,p=1$${salt}$${result}`],
    ['a million lanes', `$argon2id$v=19$m=64,t=1,p=1000000$${salt}$${result}`],
    ['4 GiB of memory, in another order', `$argon2id$v=19$m=4194304,p=1,t=2$${salt}$${result}`],
    ['a number of twelve digits', `$argon2id$v=19$m=419430400000,t=2,p=1$${salt}$${result}`],
    ['a result of 10 kB', `$argon2id$v=19$m=64,t=1,p=1$${salt}$${'a'.repeat(10_000)}`],
    ['nothing', ''],
    ['another algorithm', '$2b$10$abcdefghijklmnopqrstuuKq1rYw9t3l5sVt9tq2k4Vt1l6bY1l6e'],
    ['text around it', `x$argon2id$v=19$m=64,t=1,p=1$${salt}$${result}`],
    ['a newline behind it', `$argon2id$v=19$m=64,t=1,p=1$${salt}$${result}\n`],
  ])('that asks for %s is refused before it costs anything', async (_, stored) => {
    expect(await passwords.verify(stored, good)).toEqual({ matches: false, rehash: false });
  });

  test('of nobody fits nothing, and takes as long as any other', async () => {
    const dear = createPasswords({ policy, hashing: { memoryKiB: 8_192, timeCost: 2, parallelism: 1 } });
    const stored = await dear.hash(good);
    const timed = async (digest: string | null): Promise<number> => {
      const begin = performance.now();
      expect(await dear.verify(digest, 'Wrong-Kettle-42')).toEqual({ matches: false, rehash: false });
      return performance.now() - begin;
    };
    const rounds = Array.from({ length: 9 });
    const known: number[] = [];
    const unknown: number[] = [];
    for (const _ of rounds) {
      known.push(await timed(stored));
      unknown.push(await timed(null));
    }
    const ratio = Math.min(...unknown) / Math.min(...known);
    // Without the dummy hash it would be a hundredth.
    expect(ratio).toBeGreaterThan(0.1);
    expect(ratio).toBeLessThan(10);
  });
});

describe('a password of more than 128 code points', () => {
  const longest = `${'é'.repeat(125)}A1!`;

  test('is hashed up to 128, counted in the composed form', async () => {
    const decomposed = longest.normalize('NFD');
    expect(decomposed.length).toBeGreaterThan(128);
    expect(passwords.check(decomposed, 'password', null)).toEqual([]);
    expect(await matches(await passwords.hash(decomposed), longest)).toBe(true);
  });

  test('is neither hashed nor verified beyond', async () => {
    const tooLong = `${longest}x`;
    await expect(passwords.hash(tooLong)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await matches(await passwords.hash(longest), tooLong)).toBe(false);
    expect(await matches(null, 'x'.repeat(10_000_000))).toBe(false);
  });
});

describe('the event loop', () => {
  test('runs on while passwords are hashed', async () => {
    const real = createPasswords({ policy });
    let turns = 0;
    let hashing = true;
    const count = (): void => {
      turns += 1;
      if (hashing) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([real.hash(good), real.hash(good)]);
    hashing = false;
    expect(turns).toBeGreaterThan(10);
  });

  test('hashes no more than 102 of 300 that come at once, and the rest is told to come back', async () => {
    const gated: Passwords = createPasswords({ policy, hashing: cheap, concurrency: 2 });
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => gated.verify(null, good)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(198);
    expect(refused[0]?.reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  });
});
