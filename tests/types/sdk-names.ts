/** Names that clash with members of every object, of the client, or of TypeScript. */
import { createClient } from '../../fixtures/name-clash/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { class: classes } = client;

const one = await classes.findById('x');
is<string | null>()(one.toString);
is<boolean | null>()(one.hasOwnProperty);
is<{ id: string; toString: string | null }>()(await classes.findById('x', { select: ['toString'] }));

// A missing condition is not confused with an inherited member.
classes.find({ where: {} });
classes.find({ where: { id: 'x' } });
classes.find({ where: { toString: { contains: 'x' }, hasOwnProperty: true, valueOf: { gt: 1 } } });
classes.update('x', {});
classes.update('x', { valueOf: 3 });
classes.create({});
classes.mutate('x', () => ({ toString: 'y' }));
classes.find({ sort: 'constructor_desc' });
// @ts-expect-error: of another type
classes.find({ where: { toString: 3 } });
// @ts-expect-error: of another type
classes.update('x', { hasOwnProperty: 'y' });
// @ts-expect-error: no such field
classes.update('x', { isPrototypeOf: true });
