import { parentPort } from 'node:worker_threads';
import { isSourceMap } from '@cytocomm/composition';
import { readManifest, releaseFaults } from '@cytocomm/releases';

// Runs in a thread: it reads and unpacks every byte of a release, which would keep visitors waiting.

parentPort?.on('message', (dir: unknown) => {
  const path = String(dir);
  parentPort?.postMessage(releaseFaults(path, readManifest(path), isSourceMap));
});
