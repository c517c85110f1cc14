import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import './icon.css';

/** Stroke paths on a grid of 16 × 16. */
const paths = {
  add: 'M8 3v10M3 8h10',
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.1',
  archive: 'M2 3h12v3H2zM3 6v7h10V6M6.5 9h3',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  article: 'M2.5 2.5h11v11h-11zM5 5.5h6M5 8h6M5 10.5h3.5',
  audio: 'M6 11.5V3.5l7-1.5v8M6 11.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM13 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  back: 'M10 3 5 8l5 5',
  bookmark: 'M4 2h8v12l-4-3-4 3z',
  book: 'M8 4c-1.5-1.2-3.5-1.5-6-1.5v10c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5v-10c-2.5 0-4.5.3-6 1.5zM8 4v10',
  box: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.5 5 8 8.2 13.5 5M8 8.2v6',
  briefcase: 'M2 5h12v8H2zM5.5 5V3h5v2M2 8.5h12',
  building: 'M3 14V2.5h7V14M10 6h3.5v8M1.5 14h13M5.2 5.2h.1M7.7 5.2h.1M5.2 8h.1M7.7 8h.1M6.5 14v-3',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  cart: 'M1.5 2.5H3.3L5 10h7l1.5-5.5H3.8M6 13a.6.6 0 1 0 .1 0M11 13a.6.6 0 1 0 .1 0',
  chart: 'M2 2.5v11h12M5 11V8M8 11V4.5M11 11V6.5',
  chat: 'M2 3h12v8H7.5L4.5 13.7V11H2z',
  check: 'm3 8.5 3.2 3.2L13 5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  circle: 'M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.2l2.2 1.3',
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'm5.5 5-3 3 3 3M10.5 5l3 3-3 3',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  computer: 'M2.5 3h11v7.5h-11zM5.5 13.5h5M8 10.5v3',
  crop: 'M4.5 1.5v10h10M1.5 4.5h10v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  document: 'M4 2h5l3.5 3.5V14H4zM9 2v4h3.5',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10',
  edit: 'm3 13 .7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.7l2.3 2.3',
  external: 'M6.5 3H3v10h10V9.5M9 2.5h4.5V7M13 3 7.5 8.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  flag: 'M3.5 14V2.5M3.5 3h9l-2 3 2 3h-9',
  folder: 'M2 4h4l1.5 1.5H14V13H2z',
  globe: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM2 8h12M8 2c-4 4-4 8 0 12 4-4 4-8 0-12z',
  grid: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  heart: 'M8 13.5C4 11 2 8.8 2 6.2A3.1 3.1 0 0 1 8 5a3.1 3.1 0 0 1 6 1.2c0 2.6-2 4.8-6 7.3z',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2.5v3h3M8 5v3.2l2.2 1.3',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5',
  image: 'M2 3h12v10H2zM2.5 12 6 8l2.5 2.5L10.5 8l3 3.5M10.8 5.3v.1',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.3V11M8 5v.1',
  key: 'M5.5 7.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM7.7 8.3 13.5 2.5M11 5l2 2',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.1M6.7 6.5h.1M9.3 6.5h.1M12 6.5h.1M5 9.5h6',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.5 1.5a3 3 0 0 1-4.3-4.3l1.5-1.5',
  list: 'M5.5 4H14M5.5 8H14M5.5 12H14M2.3 4h.1M2.3 8h.1M2.3 12h.1',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  mail: 'M2 3.5h12v9H2zM2.3 4 8 8.5 13.7 4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z',
  more: 'M2.7 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0zM7.4 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0zM12.1 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0z',
  phone: 'M5 1.8h6v12.4H5zM7.2 12h1.6',
  place:
    'M8 14.5C5 11.3 3.5 9 3.5 6.5a4.5 4.5 0 0 1 9 0c0 2.5-1.5 4.8-4.5 8zM8 5a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 8 5z',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2.5v3h-3',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3l3.2 3.2',
  settings:
    'M2 4.5h6M12 4.5h2M10 2.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM14 11.5H8M4 11.5H2M6 9.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  signOut: 'M6.5 3H3v10h3.5M10 5l3 3-3 3M13 8H6.5',
  sort: 'M5 3v10M2.5 10.5 5 13l2.5-2.5M11 13V3M8.5 5.5 11 3l2.5 2.5',
  star: 'm8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  tag: 'M2.5 2.5h5.5l6 6-5.5 5.5-6-6zM5.2 5.2v.1',
  text: 'M4 2h5l3.5 3.5V14H4zM9 2v4h3.5M6 8.5h4.5M6 11h4.5',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.7 6.5v4.5M9.3 6.5v4.5',
  turnLeft: 'M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2.5v3h3',
  turnRight: 'M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2.5v3h-3',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  upload: 'M8 10.5V3M4.8 6 8 2.8 11.2 6M3 13.5h10',
  user: 'M8 2.5a2.7 2.7 0 1 1 0 5.5 2.7 2.7 0 0 1 0-5.5zM2.5 13.5c.5-2.7 2.7-4 5.5-4s5 1.3 5.5 4',
  users:
    'M6 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM1.5 13c.4-2.4 2.1-3.6 4.5-3.6s4.1 1.2 4.5 3.6M10.5 3.2a2.4 2.4 0 0 1 0 4.6M12.2 9.7c1.4.5 2.1 1.7 2.3 3.3',
  video: 'M2 3h12v10H2zM6.5 5.7v4.6L10.5 8z',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof paths;

interface IconProps {
  readonly name: IconName;
  /** Mirrored in a right-to-left page: for arrows that mean a direction. */
  readonly mirrored?: boolean;
  readonly className?: string;
}

/** A picture next to a text with the same meaning: it is hidden from screen readers. */
export function Icon({ name, mirrored = false, className }: IconProps): ReactNode {
  return (
    <svg
      className={classNames('icon', mirrored && 'icon-mirrored', className)}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
