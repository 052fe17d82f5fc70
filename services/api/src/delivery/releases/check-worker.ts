import { parentPort } from 'node:worker_threads';
import { type CheckTask, lookAtRelease } from './look-at-release.ts';

// A thread of its own: hashing and parsing a release takes seconds, in which the service goes on.
parentPort?.on('message', async (task: CheckTask) => parentPort?.postMessage(await lookAtRelease(task)));
