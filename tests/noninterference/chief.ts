/**
 * What an administrator does between the requests: changes that the requester may see, the same in both
 * worlds, and changes that they may not see, different in each or only in one.
 */
import type { JsonObject } from '../../runtime/util/json.js';
import { createRandom, type Random } from '../fuzz/random.js';
import { keepsTarget, randomBody } from './documents.js';
import type { HiddenDocument, KnownDocuments } from './known-documents.js';
import type { Visibility } from './random-world.js';
import {
  both,
  type Credentials,
  type Received,
  type Twin,
  type TwinRequest,
  type WorldNumber,
} from './twin.js';

export interface ChiefParts {
  readonly twin: Twin;
  readonly random: Random;
  /** Of the values that differ. */
  readonly secrets: readonly [Random, Random];
  readonly collections: readonly [Visibility, ...Visibility[]];
  readonly global: Visibility;
  readonly known: KnownDocuments;
  readonly credentials: Credentials;
  /** Whether the requester is an administrator. */
  readonly isAdmin: boolean;
}

/** One change, of any kind. */
export async function chiefAct(parts: ChiefParts): Promise<void> {
  const { random, collections } = parts;
  const collection = random.pick(collections);
  const roll = random.int(99);
  if (roll < 22) return publicCreation(parts, collection);
  if (roll < 34) return publicChange(parts, collection);
  if (roll < 60) return hiddenCreation(parts, collection);
  if (roll < 72) return hiddenChange(parts, collection);
  if (roll < 84) return hiddenDraft(parts, collection);
  if (roll < 92) return globalChange(parts);
  return accountChange(parts);
}

const asDraft = { 'x-draft': 'true' };

/** Bodies of both worlds with the same public fields and different secret ones. */
function publicBodies(
  parts: ChiefParts,
  { fields, hidesSecrets }: Visibility,
): readonly [JsonObject, JsonObject] {
  const { random, known, secrets } = parts;
  const code = known.unique();
  const seed = random.int(2 ** 31);
  const of = (world: WorldNumber): JsonObject => {
    const same = createRandom(seed);
    const own = hidesSecrets ? secrets[world] : same;
    const sources = { random: same, secrets: own, target: known.target(same), unique: () => code };
    return { ...randomBody(fields, sources), open: true };
  };
  return [of(0), of(1)];
}

/**
 * A body that nothing public follows from. It refers only to what may lose the reference unnoticed: a
 * reference that forbids the deletion of a public document would be noticed, as it has to be.
 */
function hiddenBody({ secrets, known }: ChiefParts, world: WorldNumber, { fields }: Visibility): JsonObject {
  const random = secrets[world];
  const seen = known.target(random);
  return randomBody(fields, {
    random,
    secrets: random,
    target: (slug, keeps) => (keeps ? null : seen(slug)),
    unique: () => `hidden ${world} ${random.int(1_000_000_000)}`,
  });
}

async function send(parts: ChiefParts, world: WorldNumber, request: TwinRequest): Promise<Received> {
  return parts.twin.only(world, request, parts.credentials[world]);
}

/** The id of a new document; null if it refers to a document that was deleted meanwhile. */
function idIn({ status, text }: Received): string | null {
  const { id } = JSON.parse(text) as JsonObject;
  if (status === 400 && text.includes('"document.unknown"')) return null;
  if (status >= 300 || typeof id !== 'string') throw new Error(`A hidden document: ${status} ${text}`);
  return id;
}

/** Sends a request with another body to each world; it must have the same success. Returns the new token. */
async function sendBoth(
  parts: ChiefParts,
  request: TwinRequest,
  bodies: readonly [JsonObject, JsonObject] | null,
): Promise<string | null> {
  const received = [
    await send(parts, 0, { ...request, ...(bodies && { body: bodies[0] }) }),
    await send(parts, 1, { ...request, ...(bodies && { body: bodies[1] }) }),
  ] as const;
  const [one, other] = received;
  if (one.status !== other.status)
    throw new Error(`${request.method} ${request.path} of the chief: ${one.text} ${other.text}`);
  if (one.status !== 201) return null;
  parts.twin.pair(received);
  return parts.twin.token(idIn(one) ?? '', idIn(other) ?? '');
}

/** The requester cannot see any document of a collection that they may not read. */
async function publicCreation(parts: ChiefParts, collection: Visibility): Promise<void> {
  const { random, known } = parts;
  const path = `/api/${collection.slug}`;
  const isDraft = collection.drafts === 'seen' && random.chance(0.3);
  const request: TwinRequest = { method: 'POST', path, ...(isDraft && { headers: asDraft }) };
  const token = await sendBoth(parts, request, publicBodies(parts, collection));
  if (token === null) return;
  if (collection.documents === 'none')
    known.addHidden(collection.slug, {
      token,
      present: [true, true],
      referred: true,
      unaddressed: true,
      takesDrafts: false,
    });
  else known.addSeen(collection.slug, token);
}

async function publicChange(parts: ChiefParts, collection: Visibility): Promise<void> {
  const { random, known } = parts;
  const token = known.seen(collection.slug, random);
  if (token === null || collection.documents === 'none') return;
  const path = `/api/${collection.slug}/${token}`;
  // A document that was unpublished would be published with its hidden draft.
  if (known.drafted.has(token) && !(await isPublished(parts, path))) return;
  const kinds = ['patch', 'patch', 'save', 'publish', 'unpublish', 'delete'] as const;
  const kind = random.pick(kinds);
  if (kind === 'delete') {
    await sendBoth(parts, { method: 'DELETE', path }, null);
    return;
  }
  if (kind === 'patch' || (kind === 'save' && collection.drafts === 'seen')) {
    const request: TwinRequest = { method: 'PATCH', path, ...(kind === 'save' && { headers: asDraft }) };
    await sendBoth(parts, request, publicBodies(parts, collection));
    return;
  }
  if (collection.drafts === 'off' || known.drafted.has(token) || kind === 'save') return;
  await sendBoth(parts, { method: 'POST', path: `${path}/${kind}` }, [{}, {}]);
}

async function isPublished(parts: ChiefParts, path: string): Promise<boolean> {
  const request: TwinRequest = { method: 'GET', path, query: { draft: false } };
  const found = [await send(parts, 0, request), await send(parts, 1, request)];
  return found.every(({ text }) => JSON.parse(text)['_status'] === 'published');
}

/** A document that the requester may not see, in one world or in both. */
async function hiddenCreation(parts: ChiefParts, collection: Visibility): Promise<void> {
  const { random, secrets, known, twin } = parts;
  const { slug, documents, drafts } = collection;
  const isUnseenDraft = drafts === 'unseen' && (documents === 'all' || random.chance(0.4));
  if (documents === 'all' && !isUnseenDraft) return;
  const open = documents === 'constrained' && !isUnseenDraft ? false : random.chance(0.5);
  const worlds = random.pick<readonly [boolean, boolean]>([
    [true, false],
    [false, true],
    [true, true],
  ]);
  const ids: (string | null)[] = [];
  for (const world of both) {
    if (!worlds[world]) {
      ids.push(null);
      continue;
    }
    const body = { ...hiddenBody(parts, world, collection), open };
    const isDraft = isUnseenDraft || (drafts !== 'off' && secrets[world].chance(0.2));
    const request: TwinRequest = { method: 'POST', path: `/api/${slug}`, body };
    ids.push(idIn(await send(parts, world, { ...request, ...(isDraft && { headers: asDraft }) })));
  }
  const [one = null, other = null] = ids;
  const token = twin.token(one ?? twin.newId(), other ?? twin.newId());
  const present: readonly [boolean, boolean] = [one !== null, other !== null];
  const unaddressed = documents === 'none';
  known.addHidden(slug, { token, present, referred: false, unaddressed, takesDrafts: isUnseenDraft });
}

/** Changes hidden documents, in each world another way. They stay hidden. */
async function hiddenChange(parts: ChiefParts, collection: Visibility): Promise<void> {
  const { random, known } = parts;
  const found = known.hiddenIn(collection.slug, random);
  if (found === null) return;
  for (const world of both) if (found.present[world]) await changeHidden(parts, world, collection, found);
}

async function changeHidden(
  parts: ChiefParts,
  world: WorldNumber,
  collection: Visibility,
  { token, referred }: HiddenDocument,
): Promise<void> {
  const { secrets } = parts;
  const path = `/api/${collection.slug}/${token}`;
  const { open: _, ...data } = hiddenBody(parts, world, collection);
  const patch: TwinRequest = { method: 'PATCH', path, body: data };
  const isDraft = collection.drafts !== 'off';
  // Where only drafts are hidden, publishing would show the document.
  const staysHidden = collection.documents !== 'all';
  const { documents } = collection;
  const kind = secrets[world].pick([
    'patch',
    'save',
    'schedule',
    'publish',
    'unpublish',
    'delete',
    'nothing',
  ]);
  if (kind === 'patch' && documents === 'none') await send(parts, world, patch);
  if (kind === 'save' && isDraft) await send(parts, world, { ...patch, headers: asDraft });
  if (kind === 'schedule' && isDraft) {
    const publishAt = new Date(parts.twin.now + 500_000_000).toISOString();
    await send(parts, world, { method: 'POST', path: `${path}/publish`, body: { publishAt } });
  }
  if ((kind === 'publish' || kind === 'unpublish') && isDraft && staysHidden && documents === 'none')
    await send(parts, world, { method: 'POST', path: `${path}/${kind}`, body: {} });
  if (kind === 'delete' && !referred) await send(parts, world, { method: 'DELETE', path });
}

/**
 * A pending draft of a document that the requester sees. Both worlds count the same writes, since a later
 * publication shows their number (docs/security.md, V8).
 */
async function hiddenDraft(parts: ChiefParts, collection: Visibility): Promise<void> {
  const { random, known, twin } = parts;
  const token = known.seen(collection.slug, random);
  if (token === null || collection.drafts !== 'unseen' || collection.documents === 'none') return;
  const path = `/api/${collection.slug}/${token}`;
  if (!(await isPublished(parts, path))) return;
  known.drafted.add(token);
  await differingDrafts(parts, collection, path);
  if (random.chance(0.3)) {
    const publishAt = new Date(twin.now + 500_000_000).toISOString();
    await send(parts, 0, { method: 'POST', path: `${path}/publish`, body: { publishAt } });
  }
}

/** Two drafts in the first world; in the second another draft, which may be discarded. */
async function differingDrafts(parts: ChiefParts, visibility: Visibility, path: string): Promise<void> {
  const { random, known, secrets } = parts;
  // Once nothing is published, the rules decide by the draft whether more drafts may be saved.
  const decides = random.chance(0.5);
  if (decides) known.deciding.add(path.split('/')[3] ?? '');
  const save = async (world: WorldNumber): Promise<void> => {
    const { owner = null, ...others } = draftBody(parts, world, visibility);
    const body = decides ? { ...others, owner, open: secrets[world].chance(0.5) } : { ...others, open: true };
    const { status, text } = await send(parts, world, { method: 'PATCH', path, body, headers: asDraft });
    if (status !== 200) throw new Error(`A hidden draft of ${path}: ${status} ${text}`);
  };
  await save(0);
  await save(0);
  await save(1);
  if (random.chance(0.5)) await save(1);
  else await send(parts, 1, { method: 'DELETE', path: `${path}/draft` });
}

/**
 * Without relations: clearing one would count as a write of the draft. A reference that forbids or causes a
 * deletion stays as it was published: once nothing is published, the draft decides whether its target can be
 * deleted, as it has to (docs/security.md#v8-authorization).
 */
function draftBody({ secrets }: ChiefParts, world: WorldNumber, { fields }: Visibility): JsonObject {
  const random = secrets[world];
  const unique = (): string => `hidden ${world} ${random.int(1_000_000_000)}`;
  const changed = fields.filter((field) => field.type !== 'relationship' || !keepsTarget(field));
  return randomBody(changed, { random, secrets: random, target: () => null, unique });
}

const frontPath = '/api/globals/front';

async function globalChange(parts: ChiefParts): Promise<void> {
  const { random, global } = parts;
  // A requester who may change it without reading it gets its times, status and revision: they are equal.
  if (global.documents === 'none') {
    const bodies = [draftBody(parts, 0, global), draftBody(parts, 1, global)] as const;
    await sendBoth(parts, { method: 'PATCH', path: frontPath }, bodies);
    return;
  }
  if (global.drafts === 'unseen' && random.chance(0.5)) {
    if (!(await isPublished(parts, frontPath))) return;
    parts.known.drafted.add('front');
    await differingDrafts(parts, global, frontPath);
    return;
  }
  if (parts.known.drafted.has('front') && !(await isPublished(parts, frontPath))) return;
  await sendBoth(parts, { method: 'PATCH', path: frontPath }, publicBodies(parts, global));
}

/** Accounts and keys that the requester may not see, and hidden fields of accounts that they may see. */
async function accountChange(parts: ChiefParts): Promise<void> {
  const { random, known, twin, secrets } = parts;
  const world = random.pick(both);
  const kind = random.pick(['user', 'user', 'key', 'secret']);
  if (kind === 'user') {
    const email = `hidden-${world}-${secrets[world].int(1_000_000_000)}@example.com`;
    const role = random.pick(['admin', 'super_admin']);
    const body = { email, password: 'Correct-Horse-7-Battery', role, motto: random.pick(['', 'x', 'alpha']) };
    const id = idIn(await send(parts, world, { method: 'POST', path: '/api/users', body })) ?? '';
    const ids: readonly [string, string] = world === 0 ? [id, twin.newId()] : [twin.newId(), id];
    const token = twin.token(...ids);
    known.addHidden('users', {
      token,
      present: [world === 0, world === 1],
      referred: false,
      // Administrators get 403 for accounts that they may not manage (docs/spec/auth.md#endpoints).
      unaddressed: parts.isAdmin,
      takesDrafts: false,
    });
  }
  if (kind === 'key') {
    const body = { name: 'Hidden', role: 'editor' };
    await send(parts, world, { method: 'POST', path: '/api/auth/api-keys', body });
  }
  const token = known.seen('users', random);
  if (kind === 'secret' && token !== null) {
    const bodies = both.map((one) => ({ secret: `secret ${secrets[one].int(1_000_000_000)}` }));
    await sendBoth(parts, { method: 'PATCH', path: `/api/users/${token}` }, [
      bodies[0] ?? {},
      bodies[1] ?? {},
    ]);
  }
}
