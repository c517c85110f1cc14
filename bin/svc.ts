#!/usr/bin/env node
import { requireSupportedNode } from './supported-node.js';

requireSupportedNode();
// Loaded only now, so that an old Node prints the message above and not a syntax error from newer code.
const { run } = await import('./run.js');
const exitCode = await run(process.argv.slice(2));
// `svc start` has become the server by now, which may have set an exit code itself.
process.exitCode ||= exitCode;
