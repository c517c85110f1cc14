/** The input of creations and updates. */
import { createClient, type Thing, type ThingCreate } from '../../fixtures/every-field/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { things } = client;
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

const made = await things.create({ title: 'x' });
is<Thing>()(made);
const data: ThingCreate = {
  title: 'x',
  aliases: ['y'],
  price: 1.5,
  active: false,
  checkedAt: '2026-02-28T12:00:00+02:00',
  kind: 'art',
  colors: ['red'],
  extra: [1, { a: null }],
  place: [12.5, 41.9],
  owner: made.id,
  fans: [made.id],
  origin: { collection: 'places', id: made.id },
  seenBy: [{ collection: 'people', id: made.id }],
  size: { width: 1, box: { material: 'wood', packer: null } },
  images: [{ source: 'https://example.org/', caption: null }],
  content: [
    { blockType: 'heading', text: 'Hello' },
    { blockType: 'columns', columns: [{ text: null, related: [made.id] }] },
  ],
};
await things.create(data, { signal: new AbortController().signal, timeout: 1000 });
await things.create({ title: 'x', serial: undefined, price: null });
is<Thing>()(await things.update(id, { price: 2 }, { ifMatch: 3 }));
await things.update(id, {});
await things.update(id, { serial: null, size: { width: 2 }, content: [] });
is<Thing>()(await things.mutate(id, (thing) => ({ stock: (thing.stock ?? 0) + 1 })));
await things.mutate(id, async ({ title }) => ({ title: `${title}!` }));
is<{ message: string }>()(await things.delete(id, { ifMatch: 3 }));
await client.globals.defaults.update({ currency: 'USD', opening: { from: null } }, { ifMatch: 0 });

// @ts-expect-error: the title is required
things.create({});
// @ts-expect-error: and cannot be empty
things.create({ title: null });
// @ts-expect-error: nor be emptied
things.update(id, { title: null });
// @ts-expect-error: no such field
things.create({ title: 'x', titel: 'y' });
// @ts-expect-error: set by the server
things.create({ title: 'x', id: 'y' });
// @ts-expect-error: set by the server
things.update(id, { createdAt: '2026-01-01T00:00:00Z' });
const { rank, label, ageInDays }: { rank: number | null; label: string; ageInDays: number | null } = made;
const { flat }: { flat: boolean | null } = made.size;
const { lead } = await things.findById(id, { depth: 1 });
is<string | undefined>()(lead?.name);
is<{ id: string; label: string }>()(await things.findById(id, { select: ['label'] }));
// @ts-expect-error: computed
things.create({ title: 'x', label });
// @ts-expect-error: computed
things.update(id, { ageInDays, size: { flat } });
// @ts-expect-error: not filtered
things.find({ where: { label: 'x' } });
// @ts-expect-error: nor in a group
things.find({ where: { 'size.flat': true } });
// @ts-expect-error: nor through a virtual relation
things.find({ where: { 'lead.name': 'x' } });
// @ts-expect-error: not sorted
things.find({ sort: 'ageInDays_desc' });
// @ts-expect-error: read-only
things.create({ title: 'x', rank });
// @ts-expect-error: read-only
things.update(id, { rank: 1 });
// @ts-expect-error: read-only in a group
things.update(id, { size: { area: 1 } });
// @ts-expect-error: must be a number
things.create({ title: 'x', price: '1' });
// @ts-expect-error: not one of the options
things.update(id, { kind: 'robot' });
// @ts-expect-error: not one of the options in a list
things.update(id, { colors: ['pink'] });
// @ts-expect-error: an id, not a document
things.update(id, { owner: { id: 'x' } });
// @ts-expect-error: not one of its collections
things.update(id, { origin: { collection: 'things', id: 'x' } });
// @ts-expect-error: a point has two numbers
things.update(id, { place: [1] });
// @ts-expect-error: a join is read-only
things.update(id, { parts: [] });
// @ts-expect-error: an image needs its source
things.update(id, { images: [{ caption: 'x' }] });
// @ts-expect-error: no such block
things.update(id, { content: [{ blockType: 'video' }] });
// @ts-expect-error: a heading needs its text
things.update(id, { content: [{ blockType: 'heading' }] });
// @ts-expect-error: must be an id
things.delete(3);
// @ts-expect-error: must be a number
things.update(id, {}, { ifMatch: '3' });
// @ts-expect-error: a creation takes no ifMatch
things.create({ title: 'x' }, { ifMatch: 3 });
// @ts-expect-error: the returned fields are checked
things.mutate(id, () => ({ titel: 'x' }));
// @ts-expect-error: no such option of the global
client.globals.defaults.update({ currency: 'GBP' });
// @ts-expect-error: no such collection
client.robots.find();
