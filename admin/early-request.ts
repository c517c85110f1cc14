import type { Plugin } from 'vite';

/**
 * Has the browser send the first request of the dashboard while it loads the scripts, which then find its
 * response. `crossorigin` without credentials of other origins is what `fetch` sends by itself.
 */
export function earlyRequest(path: string): Plugin {
  return {
    name: 'early-request',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: path },
          injectTo: 'head',
        },
      ],
    },
  };
}
