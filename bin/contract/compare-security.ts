import { breaks, type Change, fits } from './change.js';
import { listOf, mapOf, own } from './contract-document.js';
import type { Operation } from './operation.js';

/** A set of credentials that admits a request, with the scopes of each. */
type Requirement = ReadonlyMap<string, readonly unknown[]>;

/** A request with the credentials of before must still be admitted. */
export function compareSecurity(from: Operation, to: Operation): readonly Change[] {
  const left = requirementsOf(from);
  const right = requirementsOf(to);
  const lost = left.filter((one) => !right.some((other) => isEnough(one, other)));
  const gained = right.filter((one) => !left.some((other) => isEnough(one, other)));
  return [
    ...lost.map((one) => breaks('', `no longer accepts ${shownRequirement(one)}`)),
    ...gained.map((one) => fits('', `also accepts ${shownRequirement(one)}`)),
  ];
}

function requirementsOf({ document, operation }: Operation): readonly Requirement[] {
  const listed = listOf(own(operation, 'security') ?? own(document.root, 'security'));
  // No requirement means that nothing is needed.
  if (listed.length === 0) return [new Map()];
  return listed.map(
    (one) => new Map(Object.entries(mapOf(one)).map(([name, scopes]) => [name, listOf(scopes)])),
  );
}

/** Whether the credentials `given` meet a requirement. */
function isEnough(given: Requirement, needed: Requirement): boolean {
  return [...needed].every(([name, scopes]) => {
    const own = given.get(name);
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function shownRequirement(requirement: Requirement): string {
  if (requirement.size === 0) return 'requests without credentials';
  return `the credential ${[...requirement.keys()].join(' with ')}`;
}
