/** `where` and `sort` are typed by field and operator. */
import {
  createClient,
  type FindQuery,
  type ManyQuery,
  type ThingShape,
  type Where,
} from '../../fixtures/every-field/expected/sdk/index.js';

const { things, people } = createClient({ baseUrl: 'http://localhost' });

// Plain values, null, operators.
things.find({
  where: { title: 'x', serial: null, price: 3, active: true, kind: 'toy', madeOn: '2026-01-01' },
});
things.find({ where: { title: { contains: 'x', not_contains: 'y', gt: 'a', in: ['a'], not_equals: null } } });
things.find({ where: { price: { gte: 1, lt: 2, within: [1, 2], not_in: [3], exists: true } } });
things.find({ where: { madeOn: { gt: '2026-01-01', within: ['2026-01-01', '2026-12-31'] } } });
things.find({
  where: { checkedAt: new Date(), createdAt: { gt: new Date(), in: [new Date(), '2026-01-01'] } },
});
things.find({ where: { 'owner.updatedAt': { within: [new Date(0), new Date()], not_equals: null } } });
things.find({ where: { active: { equals: false, exists: true, in: [true] } } });
things.find({ where: { kind: { in: ['tool', 'art'], not_equals: 'toy' } } });
things.find({ where: { colors: { contains: 'red', in: ['blue'], not_in: ['green'], exists: false } } });
things.find({ where: { owner: 'id', fans: { contains: 'id' } } });
things.find({ where: { aliases: { contains: 'x' }, ratings: { contains: 4 }, colors: null } });
things.find({ where: { origin: { equals: { collection: 'people', id: 'x' } } } });
things.find({ where: { extra: { exists: true }, story: null, images: { exists: false } } });
things.find({ where: { place: { within: { center: [13.4, 52.5], radius: 100 } } } });
things.find({ where: { place: { within: [0, 0, 1, 1] } } });
things.find({ where: { id: { in: ['x'] }, createdAt: { gt: '2026-01-01T00:00:00Z' } } });

things.find({ where: { _status: 'draft', 'owner._status': { not_in: ['published'] } }, draft: true });

// Into groups and rows, through relations, and combinations.
things.find({
  where: { 'size.width': { gt: 1 }, 'size.box.material': 'wood', 'images.caption': { contains: 'x' } },
});
things.find({ where: { 'content.text': { contains: 'x' }, 'content.blockType': 'heading' } });
things.find({
  where: { 'owner.name': 'x', 'owner.boss.name': { contains: 'y' }, 'partOf.partOf.owner.name': 'z' },
});
things.count({ where: { AND: [{ title: 'x' }, { OR: [{ price: 1 }, { 'owner.name': 'y' }] }] } });

// @ts-expect-error: no such field
things.find({ where: { titel: 'x' } });
// @ts-expect-error: not a number
things.find({ where: { price: '3' } });
// @ts-expect-error: not a text
things.find({ where: { title: 3 } });
// @ts-expect-error: a day, which a Date has in a time zone only
things.find({ where: { madeOn: { gt: new Date() } } });
// @ts-expect-error: a text is no point in time
things.find({ where: { title: new Date() } });
// @ts-expect-error: no such option
things.find({ where: { kind: 'robot' } });
// @ts-expect-error: no such option in a list
things.find({ where: { kind: { in: ['robot'] } } });
// @ts-expect-error: no such status
things.find({ where: { _status: 'pending' } });
// @ts-expect-error: lists cannot be sorted by it
things.find({ sort: '_status' });
// @ts-expect-error: no such operator
things.find({ where: { title: { like: 'x' } } });
// @ts-expect-error: numbers have no `contains`
things.find({ where: { price: { contains: 3 } } });
// @ts-expect-error: texts have no range
things.find({ where: { title: { within: ['a', 'b'] } } });
// @ts-expect-error: a boolean has no order
things.find({ where: { active: { gt: false } } });
// @ts-expect-error: lists have no equality
things.find({ where: { colors: 'red' } });
// @ts-expect-error: JSON has no equality
things.find({ where: { extra: { equals: 1 } } });
// @ts-expect-error: a relation to several is an object
things.find({ where: { origin: 'id' } });
// @ts-expect-error: not one of its collections
things.find({ where: { origin: { equals: { collection: 'things', id: 'x' } } } });
// @ts-expect-error: a range has two ends
things.find({ where: { price: { within: [1] } } });
// @ts-expect-error: no such field in the related document
things.find({ where: { 'owner.title': 'x' } });
// @ts-expect-error: another type in the related document
things.find({ where: { 'owner.name': 3 } });
// @ts-expect-error: groups have no conditions of their own
things.find({ where: { size: { exists: true } } });
// @ts-expect-error: joins cannot be filtered
people.find({ where: { things: { exists: true } } });
// @ts-expect-error: operators are upper case only
things.find({ where: { and: [{ title: 'x' }] } });
// @ts-expect-error: a mistake inside
things.find({ where: { OR: [{ titel: 'x' }] } });

// Sorting.
things.find({ sort: 'title' });
things.find({ sort: 'price_desc' });
things.find({ sort: ['size.width_asc', 'createdAt_desc', 'id'] });
// @ts-expect-error: no such field
things.find({ sort: 'titel' });
// @ts-expect-error: no such direction
things.find({ sort: 'title_down' });
// @ts-expect-error: lists cannot be sorted by
things.find({ sort: 'colors' });
// @ts-expect-error: sorts do not go through relations
things.find({ sort: 'owner.name' });
// @ts-expect-error: no such field in a list
things.find({ sort: ['title', 'x_asc'] });

// Other parameters.
// @ts-expect-error: no such parameter
things.find({ offset: 3 });
// @ts-expect-error: a number
things.find({ limit: '3' });
// @ts-expect-error: no such mode of counting
things.find({ count: 'quick' });

// A filter of its own, and parts of one.
const own: Where<ThingShape> = { title: 'x', 'owner.boss.name': { contains: 'y' } };
things.find({ where: own });
things.find({ where: { ...own, price: 3, 'partOf.title': 'z' } });
things.count({ where: Math.random() > 0.5 ? { 'owner.name': 'x' } : {} });
things.findOne({ where: { AND: [own, { 'owner.name': 'x' }] } });
const query: FindQuery<ThingShape, 0, never, undefined> = { where: own, limit: 3 };
things.find(query);
const loose = { 'owner.name': 'x' };
things.find({ where: loose });
for await (const { title } of things.iterate({ where: { 'partOf.partOf.partOf.title': 'x' } })) title.length;
// @ts-expect-error: no such field in a filter of its own
const wrong: Where<ThingShape> = { 'owner.nme': 'x' };
// @ts-expect-error: four relations deep
things.find({ where: { 'partOf.partOf.partOf.partOf.title': 'x' } });
// @ts-expect-error: the same by a variable
things.find({ where: wrong && { 'owner.title': 'x' } });
// @ts-expect-error: no such field behind two relations
things.count({ where: { 'owner.boss.title': 'x' } });
// @ts-expect-error: a relation that does not exist
things.findOne({ where: { 'owners.name': 'x' } });
// @ts-expect-error: a text, in a part
things.find({ where: { ...own, 'owner.name': 3 } });

// Combined filters: of their own, made by functions, of several kinds, and constant.
const several = [own, { 'owner.name': 'x' }];
things.find({ where: { AND: several, OR: [own, { ...own, price: 3 }] } });
things.count({ where: { OR: ['x', 'y'].map((name) => ({ AND: [{ 'owner.name': name }, own] })) } });
things.find({ where: Math.random() > 0.5 ? { AND: [{ 'owner.name': 'x' }] } : { OR: [{ title: 'x' }] } });
const constant = { OR: [{ kind: 'toy' }, { title: 'x', AND: [{ 'owner.name': 'x' }] }] } as const;
things.find({ where: constant });
// @ts-expect-error: no such field behind a relation, in a combined filter
things.find({ where: { AND: [{ 'owner.title': 'x' }] } });
// @ts-expect-error: a text, in a filter in another one
things.find({ where: { AND: [{ title: 'x' }, { OR: [{ 'owner.name': 3 }] }] } });
// @ts-expect-error: no such operator in a combined filter
things.find({ where: { OR: [{ title: { like: 'x' } }] } });
// @ts-expect-error: four relations deep in a combined filter
things.find({ where: { OR: [{ 'partOf.partOf.partOf.partOf.title': 'x' }] } });
// @ts-expect-error: no such field, though another path leads into the relation
things.find({ where: { 'owner.name': 'x', OR: [{ 'owner.title': 'x' }] } });
// @ts-expect-error: a list of filters
things.find({ where: { AND: { title: 'x' } } });
// @ts-expect-error: filters
things.find({ where: { AND: ['x'] } });
// @ts-expect-error: there is no such combination
things.find({ where: { NOT: [{ title: 'x' }] } });
const mistaken = { OR: [{ title: 'x' }, { AND: [{ titel: 'x' }] }] };
// @ts-expect-error: a mistake inside, by a variable
things.find({ where: mistaken });

// The filters of many documents and of groups.
const matching: ManyQuery<ThingShape> = { where: own };
things.deleteMany(matching);
things.updateMany({ where: { ...own, 'owner.boss.name': 'x' } }, { price: 3 });
things.updateMany({ where: { OR: [own, { 'partOf.title': 'x' }] } }, { title: null }, { draft: true });
things.deleteMany({ all: true });
things.aggregate({ where: { AND: [own, { 'owner.name': 'x' }] }, metrics: { n: 'count' } });
// @ts-expect-error: no such field
things.updateMany({ where: { titel: 'x' } }, { price: 3 });
// @ts-expect-error: no such field behind a relation
things.deleteMany({ where: { 'owner.title': 'x' } });
// @ts-expect-error: a text
things.deleteMany({ where: { OR: [{ 'owner.name': 3 }] } });
// @ts-expect-error: which ones?
things.deleteMany({});
// @ts-expect-error: no such field
things.aggregate({ where: { titel: 'x' }, metrics: { n: 'count' } });
// @ts-expect-error: no such field behind a relation
things.aggregate({ where: { 'owner.title': 'x' }, metrics: { n: 'count' } });
