import { parentPort } from 'node:worker_threads';
import { type CheckTask, inspectRelease } from './inspect-release.ts';

// A thread of its own: hashing and parsing a release takes seconds, in which the service goes on.
parentPort?.on('message', async (task: CheckTask) => parentPort?.postMessage(await inspectRelease(task)));
