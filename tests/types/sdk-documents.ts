/** The types of results follow literal values of `select` and `depth`. */
import {
  createClient,
  type DocumentReference,
  type Json,
  type Person,
  type PopulatedReference,
  type Thing,
} from '../../fixtures/every-field/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { things, people, places } = client;
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

// Whole documents, at depth 0.
const whole = await things.findById(id);
is<Thing>()(whole);
is<string>()(whole.title);
is<string | null>()(whole.serial);
is<string[]>()(whole.aliases);
is<number | null>()(whole.price);
is<number[]>()(whole.ratings);
is<boolean>()(whole.active);
// @ts-expect-error: never null, by its default
is<null>()(whole.active);
is<string | null>()(whole.checkedAt);
is<'tool' | 'toy' | 'art' | null>()(whole.kind);
is<('red' | 'green' | 'blue')[]>()(whole.colors);
is<Json | null>()(whole.extra);
is<[longitude: number, latitude: number] | null>()(whole.place);
is<number>()(whole._revision);
is<'draft' | 'published'>()(whole._status);
is<number | null>()(whole.size.width);
is<'paper' | 'wood' | null>()(whole.size.box.material);

// A relation is an id at depth 0, and a document or null at greater depths, never a union of both.
is<string | null>()(whole.owner);
is<string[]>()(whole.fans);
is<DocumentReference<'people' | 'places'> | null>()(whole.origin);
is<DocumentReference<'people' | 'places'>[]>()(whole.seenBy);
is<string | null>()(whole.images[0]?.credit ?? null);
// @ts-expect-error: an id has no name
whole.owner?.name;
// @ts-expect-error: a join is present from depth 1
whole.parts;
// @ts-expect-error: so is a join from the other side
(await people.findById(id)).things;

const one = await things.findById(id, { depth: 1 });
is<Thing<1>>()(one);
is<Person<0> | null>()(one.owner);
is<Person<0>[]>()(one.fans);
is<string | null>()(one.owner?.boss ?? null);
is<Thing<0>[]>()(one.parts.docs);
is<boolean>()(one.parts.hasNextPage);
is<Person<0> | null>()(one.size.box.packer);
is<Person<0> | null>()(one.images[0]?.credit ?? null);
if (one.origin?.collection === 'people') is<Person<0> | null>()(one.origin.doc);
const [first] = one.seenBy;
if (first?.collection === 'places') is<string>()(first.doc.name);
// @ts-expect-error: a document is not an id
const owner: string = one.owner;
// @ts-expect-error: beyond the depth, relations are ids
one.owner?.boss?.name;

const two = await things.findById(id, { depth: 2 });
is<Person<1> | null>()(two.owner);
is<Person<0> | null>()(two.owner?.boss ?? null);
is<string | null>()(two.owner?.boss?.boss ?? null);
is<Thing<0>[]>()(two.owner?.things.docs ?? []);
// @ts-expect-error: not a valid depth
things.findById(id, { depth: 11 });

// `blockType` discriminates the union of blocks.
for (const block of one.content) {
  if (block.blockType === 'heading') is<number | null>()(block.level);
  if (block.blockType === 'image') is<Person<0> | null>()(block.credit);
  if (block.blockType === 'columns') is<Thing<0>[]>()(block.columns[0]?.related ?? []);
  // @ts-expect-error: not before the type of the block is known
  block.level;
}

// The result contains the selected fields only.
const { docs } = await things.find({ select: ['title', 'price'] });
is<{ id: string; title: string; price: number | null }[]>()(docs);
// @ts-expect-error: not selected
docs[0]?.kind;
// @ts-expect-error: not selected either
docs[0]?._revision;
// @ts-expect-error: no such field
things.find({ select: ['titel'] });
// @ts-expect-error: at depth 0 the relation is an id without fields
things.find({ select: ['owner.name'] });
// @ts-expect-error: a join is present from depth 1
things.find({ select: ['parts'] });

const none = await things.find({ select: [] });
is<Thing[]>()(none.docs);
const names: ('title' | 'price')[] = ['title'];
const some = await things.find({ select: names });
is<string | undefined>()(some.docs[0]?.title);

// Selects into groups and rows, and through populated relations.
const inner = await things.findById(id, { select: ['size.width', 'size.box.material', 'images.caption'] });
is<{ width: number | null; box: { material: 'paper' | 'wood' | null } }>()(inner.size);
is<{ id: string; caption: string | null }[]>()(inner.images);
// @ts-expect-error: not selected in the group
inner.size.height;
// @ts-expect-error: not selected in the row
inner.images[0]?.source;

const through = await things.findById(id, {
  depth: 1,
  select: ['owner.name', 'fans.name', 'parts.title', 'origin.name'],
});
is<{ id: string; name: string } | null>()(through.owner);
is<{ id: string; name: string }[]>()(through.fans);
is<{ id: string; title: string }[]>()(through.parts.docs);
is<
  | PopulatedReference<'people', { id: string; name: string } | null>
  | PopulatedReference<'places', { id: string; name: string } | null>
  | null
>()(through.origin);
// @ts-expect-error: not selected in the related document
through.owner?.boss;
// @ts-expect-error: no such field in the related document
things.find({ depth: 1, select: ['owner.title'] });

const deeper = await things.findById(id, { depth: 2, select: ['owner.boss.name'] });
is<{ id: string; name: string } | null>()(deeper.owner?.boss ?? null);

// The other methods that read.
for await (const place of places.iterate({ select: ['name'] })) is<{ id: string; name: string }>()(place);
for await (const person of people.iterate({ depth: 1 })) is<Person<1>>()(person);
is<number>()(await things.count());
const byPage = await things.find();
is<number>()(byPage.page);
// @ts-expect-error: pages by number have no cursor
byPage.nextCursor;
const byCursor = await things.find({ cursor: '' });
is<string | null>()(byCursor.nextCursor);
// @ts-expect-error: pages by cursor have no number
byCursor.page;
// @ts-expect-error: cursor and page exclude each other
things.find({ cursor: '', page: 2 });

// A draft may lack required fields.
const draft = await things.findById(id, { draft: true });
is<string | null>()(draft.title);
is<string>()(draft.id);
is<number>()(draft._revision);
is<string[]>()(draft.aliases);
is<[longitude: number, latitude: number] | null>()(draft.place);
is<Json | null>()(draft.extra);
is<number | null>()(draft.size.width);
is<string | null>()(draft.images[0]?.source ?? null);
const [block] = draft.content;
if (block?.blockType === 'heading') is<string | null>()(block.text);
const drafts = await things.find({ draft: true, depth: 1, select: ['title', 'owner.name'] });
is<{ id: string; title: string | null; owner: { id: string; name: string | null } | null }[]>()(drafts.docs);
for await (const place of places.iterate({ draft: true })) is<string | null>()(place.name);
is<string>()((await places.findById(id, { draft: false })).name);
// @ts-expect-error: a draft may lack its title
draft.title.length;

// Globals.
const { defaults } = client.globals;
const global = await defaults.get();
is<'global'>()(global.id);
is<string | null>()(global.createdAt);
is<'EUR' | 'USD'>()(global.currency);
is<string[]>()(global.best);
is<Thing<0>[]>()((await defaults.get({ depth: 1 })).best);
const opening = await defaults.get({ select: ['opening.from'] });
is<{ from: number | null }>()(opening.opening);
// @ts-expect-error: no such field
defaults.get({ select: ['closing'] });
is<'EUR' | 'USD'>()((await defaults.get({ draft: true })).currency);
// @ts-expect-error: a global is a single document
defaults.find();
// @ts-expect-error: no such global
client.globals.things;

// `safe` returns either data or an error.
const { data, error } = await client.safe.things.findById(id, { select: ['title'] });
// @ts-expect-error: data may be undefined
data.title;
if (error === null) is<{ id: string; title: string }>()(data);
for await (const each of client.safe.places.iterate()) if (each.data) is<string>()(each.data.name);

void [owner];
