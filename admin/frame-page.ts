import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { Frame, FrameHead } from './src/ui/frame.js';

const place = '<!-- frame -->';

/** Prints the frame of the application into `index.html`, so that it is seen before any script has run. */
export function framePage(): Plugin {
  return {
    name: 'frame-page',
    transformIndexHtml(html) {
      if (!html.includes(place)) throw new Error(`index.html has no place for the frame: ${place}`);
      const content = createElement(FrameHead);
      return html.replace(place, renderToStaticMarkup(createElement(Frame, null, content)));
    },
  };
}
