import { parentPort, workerData } from 'node:worker_threads';
import { readManifest, releaseFaults } from '@cytocomm/releases';

// Runs in a thread: it reads and unpacks every byte of a release, which would keep visitors waiting.

const dir = String(workerData);
parentPort?.postMessage(releaseFaults(dir, readManifest(dir)));
