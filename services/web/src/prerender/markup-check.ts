import { parentPort } from 'node:worker_threads';
import { faultOfMarkup } from '@cytocomm/releases/prerender';

// The program of a thread (markup-thread.ts).
parentPort?.on('message', (markup: string) => parentPort?.postMessage(faultOfMarkup(markup) ?? null));
parentPort?.postMessage('ready');
