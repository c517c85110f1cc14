/** Assigns operation ids: the requested one, or with a number if it is in use, ignoring case. */
export function createOperationIds(): (wanted: string) => string {
  const taken = new Set<string>();
  return function take(wanted) {
    let id = wanted;
    for (let number = 2; taken.has(id.toLowerCase()); number += 1) id = `${wanted}${number}`;
    taken.add(id.toLowerCase());
    return id;
  };
}
