import { join } from 'node:path';
import express from 'express';
import { serve } from 'svc/runtime';
import { createApp } from './generated/server.js';

const app = createApp();
// What `vite build` has made. Where the API is, and everything else of the service, stays in front of it.
app.express.use(express.static(join(import.meta.dirname, 'web')));
await serve(app);
