/**
 * A process that decodes images: a crafted one can take memory, time or the process, but never the server.
 * Started by `ImageProcess`.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ImageAnswer, ImageMessage } from './image-messages.js';
import { inspectImage, makeSizes, type SharpFactory, Undecodable } from './process-image.js';

/** Below the server's priority (19 is the lowest): requests must not wait for images. */
const politeness = 10;
/** How often memory is looked at, in milliseconds. */
const memoryInterval = 100;
const overMemory = 70;

/** What the server decodes; the loaders of all other formats are blocked. */
const loaders: readonly string[] = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'];

let sharp: SharpFactory | null = null;

process.on('message', (message: ImageMessage) => {
  void answerTo(message).then(send);
});
process.once('disconnect', () => process.exit(0));
// A terminal sends it to the whole process group: the server shuts down in order, and this process with it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

function send(answer: ImageAnswer): void {
  process.send?.(answer);
}

async function answerTo(message: ImageMessage): Promise<ImageAnswer> {
  try {
    if (message.svc === 'start') {
      yieldToOthers();
      sharp = await loadSharp();
      watchMemory(message.maxMemoryBytes);
      return { svc: 'ready' };
    }
    if (sharp === null) throw new Error('The process was not started.');
    if (message.svc === 'inspect') return { svc: 'done', inspected: await inspectImage(sharp, message) };
    await makeSizes(sharp, message, send);
    return { svc: 'done', inspected: null };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { svc: 'failed', isInvalid: error instanceof Undecodable, message: text };
  }
}

async function loadSharp(): Promise<SharpFactory> {
  const { default: loaded } = await import('sharp');
  loaded.cache(false);
  loaded.concurrency(1);
  // SVG, PDF and what ImageMagick reads open other files, run programs or draw without end.
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return loaded;
}

/** At once, since the process may be too large for another image, and then again and again. */
function watchMemory(maxBytes: number): void {
  const look = (): void => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(overMemory);
  };
  look();
  setInterval(look, memoryInterval).unref();
}

/**
 * Linux has a priority for each thread, which threads that are started later take over. Those that decode may
 * be there already: loading a module starts them.
 */
function yieldToOthers(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, politeness);
    } catch {
      // Some systems forbid it; then images have normal priority.
    }
  }
}

/** 0 is the process, which has one priority on other systems. */
function threads(): readonly number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
}
