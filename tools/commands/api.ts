import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserCalls } from '../../packages/contract/src/browser-calls.ts';

const CALLS = resolve(import.meta.dirname, '..', '..', 'packages', 'contract', 'src', 'calls');

// Written before anything loads the contract, which exports these files; with an option nothing is written.
if (process.argv.length === 2) for (const [path, text] of browserCalls()) writeFileSync(resolve(CALLS, path), text);
await import('./public-types.ts');
