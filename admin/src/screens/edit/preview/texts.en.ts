export const en = {
  open: 'Preview',
  live: 'Live preview',
  endLive: 'Close live preview',
  none: 'No page shows this document.',
  frame: 'Live preview of the page',
  widths: 'Width of the page',
  desktop: 'Desktop',
  tablet: 'Tablet',
  phone: 'Phone',
};
