import type { Plugin } from 'vite';

const name = 'layers.css';

/**
 * Writes the order of the style layers into a style sheet of its own, which is loaded before all others. A
 * statement in one of the other sheets is not enough: the bundler splits them over several files and drops
 * it, and then the layer of the file that is loaded first is the weakest.
 */
export function layerOrder(layers: readonly string[]): Plugin {
  return {
    name: 'layer-order',
    buildStart() {
      if (this.environment.config.command !== 'build') return;
      this.emitFile({ type: 'asset', name, source: `@layer ${layers.join(',')};\n` });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.includes(name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', href: `/admin/${fileName}` },
            injectTo: 'head-prepend',
          })),
    },
  };
}
