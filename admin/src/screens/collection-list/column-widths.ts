import { type CSSProperties, useState } from 'react';
import { readStored, store } from '../../browser/stored.js';

/** Widths of columns in pixels, by path. A column without one is as wide as its content asks for. */
type Widths = Readonly<Record<string, number>>;

export interface ColumnWidths {
  readonly of: (path: string) => number | undefined;
  /** Shows a width without storing it, while an edge is dragged. */
  readonly show: (path: string, width: number) => void;
  /** Null: as wide as its content again. */
  readonly change: (path: string, width: number | null) => void;
}

const least = 64;
const most = 960;

/** The widths that were set in this browser, which has the window that they fit. */
export function useColumnWidths(slug: string): ColumnWidths {
  const [widths, setWidths] = useState(() => parsed(readStored(`widths:${slug}`)));
  return {
    of: (path) => widths[path],
    show: (path, width) => setWidths(withWidth(widths, path, width)),
    change(path, width) {
      const next = withWidth(widths, path, width);
      setWidths(next);
      store(`widths:${slug}`, Object.keys(next).length === 0 ? null : JSON.stringify(next));
    },
  };
}

/** Keeps a cell at the width of its column, and cuts what is longer. */
export function widthStyle(width: number | undefined): CSSProperties | undefined {
  if (width === undefined) return undefined;
  return { inlineSize: width, minInlineSize: width, maxInlineSize: width };
}

function withWidth(widths: Widths, path: string, width: number | null): Widths {
  const { [path]: _before, ...others } = widths;
  return width === null ? others : { ...others, [path]: clamped(width) };
}

function clamped(width: number): number {
  return Math.round(Math.min(most, Math.max(least, width)));
}

function parsed(text: string | null): Widths {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([path, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[path, clamped(width)]] : [],
      ),
    );
  } catch {
    return {};
  }
}
