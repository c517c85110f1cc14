const waiting: (() => void)[] = [];

/**
 * Resolves when it is the caller's turn to go on. One caller goes on in each turn of the event loop, whatever
 * their number, so that requests wait for one slice of such work and not for one of each.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
  next?.();
}
