// First: it sets the order of the layers.
import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';

import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from './api/api.js';
import { metaQuery } from './api/queries.js';
import { App, createQueryClient } from './app/app.js';
import { currentPath } from './app/current-path.js';
import { preloadPath } from './app/preload-path.js';
import { followColorScheme } from './browser/color-scheme.js';
import { applyDensity } from './browser/density.js';
import { mount } from './browser/mount.js';

/** Loaded where users have a picture. */
const OwnPicture = lazy(async () => ({ default: (await import('./files/own-picture.js')).OwnPicture }));

// The code of the screen is loaded during the first request, not after it.
preloadPath(currentPath());
followColorScheme();
applyDensity();
const root = document.getElementById('app');
if (root === null) throw new Error('The page has no element "app".');
const api = createApi({ baseUrl: `${location.origin}${mount}` });
const queries = createQueryClient();
// Sent before the first rendering, which waits for it. A failure is told there.
void queries.prefetchQuery(metaQuery(api));
createRoot(root).render(
  <StrictMode>
    <App api={api} queries={queries} ownPicture={OwnPicture} />
  </StrictMode>,
);
