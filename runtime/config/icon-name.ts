/** The drawn icons that collections, globals and blocks may have in the dashboard. */
export const iconNames = [
  'article',
  'audio',
  'book',
  'bookmark',
  'box',
  'briefcase',
  'building',
  'calendar',
  'cart',
  'chart',
  'chat',
  'document',
  'flag',
  'folder',
  'globe',
  'heart',
  'home',
  'image',
  'list',
  'mail',
  'place',
  'settings',
  'star',
  'tag',
  'user',
  'users',
  'video',
] as const;

/** Name of an icon of the dashboard. */
export type AdminIcon = (typeof iconNames)[number];
