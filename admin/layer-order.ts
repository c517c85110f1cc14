import type { Plugin } from 'vite';

const name = 'layers.css';

/**
 * Says the order of the style layers in a sheet of its own that comes before all others. A statement in one of the sheets would not do:
 * the bundler shares them out over files and drops it, and then the layer of whatever file comes first is the weakest.
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
