import { isSafePattern } from 'redos-detector';
import type * as Parser from 'regjsparser';
import type { AstNode } from 'regjsparser';
import { describePattern } from '../../runtime/fields/pattern.js';
import { ownRequire } from '../../runtime/util/package-root.js';

// An import would look for the names of its exports in the whole text of it first.
const regjsparser = ownRequire('regjsparser') as typeof Parser;

/** How the time to reject a text can grow with its length. */
export interface Growth {
  readonly kind: 'exponential' | 'polynomial';
  /** The highest power of the length that the time can grow with; Infinity where it is exponential. */
  readonly degree: number;
}

/**
 * Returns how the time to reject a text can grow with its length. Null if it is linear, if the pattern does
 * not compile (which is reported elsewhere), or if it has syntax that the libraries do not know.
 */
export function patternGrowth(pattern: string | RegExp): Growth | null {
  try {
    const { source, flags } = describePattern(pattern);
    const { loops, isOpaque, isAnchored } = readSyntax(source, flags);
    if (loops.length === 0) return null;
    const isAmbiguous = (loop: string): boolean => canBacktrack(`^(?:${loop})$`, flags);
    // The library does not analyse lookbehinds and back references.
    if (isOpaque) return exponential;
    if (!canBacktrack(source, flags)) return null;
    if (loops.some(isAmbiguous)) return exponential;
    return { kind: 'polynomial', degree: loops.length + (isAnchored ? 0 : 1) };
  } catch {
    return null;
  }
}

const exponential: Growth = { kind: 'exponential', degree: Number.POSITIVE_INFINITY };

/** More ways to match a text than `maxScore`, or more than `maxSteps` to find them, count as backtracking. */
const limits = { maxScore: 30, maxSteps: 2000 };

function canBacktrack(source: string, flags: string): boolean {
  const mode = { ...limits, dotAll: flags.includes('s'), multiLine: flags.includes('m') };
  const unicode = flags.includes('u');
  const isSafe = (more: object): boolean => isSafePattern(source, { ...mode, ...more }).safe;
  if (!flags.includes('i')) return !isSafe({ unicode });
  try {
    return !isSafe({ caseInsensitive: true });
  } catch {
    // The library supports only one of the two flags, and the pattern has syntax of the Unicode mode.
    return !isSafe({ unicode });
  }
}

const syntax = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true } as const;

type Node = AstNode<typeof syntax>;

/** Up to so many repetitions multiply the work, but do not raise it to a power. */
const fewRepetitions = 10;

interface Structure {
  /**
   * Source texts of the loops. A loop that matches one text in two ways doubles the work with each
   * repetition.
   */
  readonly loops: readonly string[];
  /** Whether there is a loop in a lookbehind, or a back reference. */
  readonly isOpaque: boolean;
  /** Whether every match begins at the start of the text, so that no other position is tried. */
  readonly isAnchored: boolean;
}

function readSyntax(source: string, flags: string): Structure {
  const loops: string[] = [];
  let isOpaque = false;
  const visit = (node: Node, isBehind: boolean): void => {
    if (node.type === 'quantifier' && (node.max ?? Number.POSITIVE_INFINITY) > fewRepetitions) {
      loops.push(node.raw);
      isOpaque ||= isBehind;
    }
    isOpaque ||= node.type === 'reference';
    const looksBehind =
      node.type === 'group' && (node.behavior === 'lookbehind' || node.behavior === 'negativeLookbehind');
    if ('body' in node && Array.isArray(node.body))
      for (const child of node.body as readonly Node[]) visit(child, isBehind || looksBehind);
  };
  visit(regjsparser.parse(source, flags, syntax) as Node, false);
  return { loops, isOpaque, isAnchored: /^\^/.test(source) && !source.includes('|') && !flags.includes('m') };
}
