import type { Image } from '../../../generated/sdk/index.js';
import { baseUrl } from '../../../lib/cms';

/** An image in the size that fits the screen. Browsers read it from the service. */
export function Cover({ image }: { image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'sizes'> }) {
  const address = (url: string) => (url.startsWith('/') ? `${baseUrl}${url}` : url);
  return (
    // biome-ignore lint/performance/noImgElement: the service makes the sizes, so Next.js has none to make.
    <img
      src={address(image.url)}
      srcSet={Object.values(image.sizes)
        .map(({ url, width }) => `${address(url)} ${width}w`)
        .join(', ')}
      sizes="(min-width: 60rem) 60rem, 100vw"
      width={image.width}
      height={image.height}
      alt={image.alt}
    />
  );
}
