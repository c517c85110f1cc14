#!/usr/bin/env node
import { requireSupportedNode } from './supported-node.js';

requireSupportedNode();
// Loaded only now, so that an old Node gets the sentence above and not a syntax error from a newer one's code.
const { run } = await import('./run.js');
const exitCode = await run(process.argv.slice(2));
// `svc start` has become the server by now, which may have failed on its own account.
process.exitCode ||= exitCode;
