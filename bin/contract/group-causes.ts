import type { ContractChange } from './change.js';

/** What probably is one change of the config, wherever the contract shows it. */
export interface Cause {
  /** Where it is first: `Post.kind`, `query limit`; empty: the operation itself. */
  readonly place: string;
  /** Further components that have it at the same place: `PostPopulated`. */
  readonly others: readonly string[];
  readonly message: string;
  readonly operations: readonly string[];
}

/**
 * Groups changes with the same message: those of several components at the same place in each, those inside
 * of another one, and those of several operations. A removed or added operation stays by itself.
 */
export function groupCauses(changes: readonly ContractChange[]): readonly Cause[] {
  const groups = new Map<string, ContractChange[]>();
  for (const change of outermost(changes)) {
    const { place, message, isOfOperation } = change;
    const key = isOfOperation
      ? JSON.stringify([message, change.operations])
      : JSON.stringify([message, partsOf(place).inside]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const operations = [first, ...rest].flatMap((change) => change.operations);
    const { component } = partsOf(first.place);
    const named = rest.map(({ place }) => partsOf(place).component).filter((name) => name !== component);
    return [
      {
        ...{ place: first.place, message: first.message },
        others: [...new Set(named)],
        operations: [...new Set(operations)],
      },
    ];
  });
}

/** Without the changes inside of another place with the same message: `PostWhere.kind.equals`. */
function outermost(changes: readonly ContractChange[]): readonly ContractChange[] {
  return changes.filter(
    ({ place, message }) =>
      !changes.some(
        (other) =>
          other.message === message &&
          other.place !== '' &&
          other.place.length < place.length &&
          place.startsWith(other.place) &&
          /^[.[]/.test(place.slice(other.place.length)),
      ),
  );
}

interface PlaceParts {
  /** `Post`; empty for a place in an operation, such as `query limit`. */
  readonly component: string;
  /** `.kind` */
  readonly inside: string;
}

function partsOf(place: string): PlaceParts {
  if (isInOperation(place)) return { component: '', inside: place };
  const [component = ''] = /^[^.[]*/.exec(place) ?? [];
  return { component, inside: place.slice(component.length) };
}

/** Whether a place is part of an operation, and of no component. */
export function isInOperation(place: string): boolean {
  return /^(?:$|body|response |query |header |path |cookie )/.test(place);
}
