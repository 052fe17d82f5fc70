import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Processor time of the measurement, in ms. */
const WORK_MS = 200;
const WORK = `
const [startedAt, before] = [performance.now(), process.cpuUsage()];
const used = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000; };
while (used() < ${WORK_MS}) Math.sqrt(Math.random());
console.log(used() / (performance.now() - startedAt));`;

/** Resolves to the share of a core that a new process gets on this machine now; at most 1. */
export async function processorShare(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', WORK]);
  return Math.min(1, Number(stdout));
}
