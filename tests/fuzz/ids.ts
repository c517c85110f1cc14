/** Ids that responses named, so that later requests find what earlier ones made. */
import type { Random } from './random.js';

export interface Ids {
  /** Keeps the ids of a response. */
  learn(path: string, body: unknown): void;
  /** Keeps an id out of all requests. Called before any request names it. */
  hide(id: string): void;
  /** Requests concern this document of a collection until the next call; null: any document. */
  focus(document: { readonly slug: string; readonly id: string } | null): void;
  /**
   * An id of a collection, or of something else by the name of its parameter; of any document where that name
   * is unknown.
   */
  of(place: string, random: Random): string;
}

const nobody = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';
/** Of one place; older ones are forgotten, as most of them are deleted. */
const maxKept = 30;

/** Starts without any id. */
export function createIds(): Ids {
  let hidden: string | null = null;
  const known = new Map<string, string[]>();
  let focused: { readonly slug: string; readonly id: string } | null = null;

  function keep(place: string, id: string): void {
    const list = known.get(place) ?? [];
    known.set(place, list);
    if (id === hidden || list.includes(id)) return;
    list.push(id);
    if (list.length > maxKept) list.shift();
  }

  function learn(path: string, body: unknown): void {
    const [, , first = '', second = '', third = '', fourth = ''] = path.split('?')[0]?.split('/') ?? [];
    const place =
      third === 'versions' && fourth === ''
        ? 'versionId'
        : first === 'auth'
          ? second
          : third === 'sessions'
            ? 'sessions'
            : first;
    for (const one of documentsOf(body)) if (isNew(one)) keep(place, one.id);
  }

  const of = (place: string, random: Random): string => {
    if (focused?.slug === place) return focused.id;
    const list = known.get(place) ?? random.pickOr([...known.values()], undefined);
    return list === undefined || random.chance(0.05) ? nobody : random.pickOr(list, nobody);
  };
  return {
    learn,
    hide: (id) => {
      hidden = id;
    },
    focus: (document) => {
      focused = document;
    },
    of,
  };
}

interface Identified {
  readonly id: string;
}

/** A document, or the result of a successful bulk operation: a failed one repeats the id of the request. */
function isNew(one: unknown): one is Identified {
  if (typeof one !== 'object' || one === null) return false;
  const { id, status } = one as { readonly id?: unknown; readonly status?: unknown };
  return typeof id === 'string' && id !== 'global' && (typeof status !== 'number' || status < 300);
}

function documentsOf(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  const { docs, results, sessions, keys } = body as Readonly<Record<string, unknown>>;
  for (const list of [docs, results, sessions, keys]) if (Array.isArray(list)) return list;
  return Array.isArray(body) ? body : [body];
}
