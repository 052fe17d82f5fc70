import { pino } from 'pino';
import { Registry } from 'prom-client';
import { metricOf, startTestPortal } from '../../testing/portal.ts';
import { showDisk } from './metrics.ts';

const SIZE = 'portal_database_disk_bytes';
const USED = 'portal_database_disk_used_bytes';

/** The metrics of a database that answers as told. */
function metricsOf(answer: () => Promise<object>) {
  const registry = new Registry();
  const warnings: string[] = [];
  const log = pino({}, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  let count = 0;
  const command = () => {
    count += 1;
    return answer();
  };
  showDisk(registry, Promise.resolve({ command }), log);
  return { text: () => registry.metrics(), warnings, asked: () => count };
}

it('the size of the database’s disk and what is used of it are told', async () => {
  const portal = await startTestPortal();
  const [size = 0, used = 0] = [await metricOf(portal.operatorUrl, SIZE), await metricOf(portal.operatorUrl, USED)];
  expect(used).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(used);
  await portal.stop();
});

it.each([
  ['leaves its disk out', async () => ({ db: 'portal', collections: 3, ok: 1 }), []],
  [
    'refuses the question',
    () => Promise.reject(new Error('not authorized')),
    ['the disk of the database could not be read for the metrics'],
  ],
])('a database that %s has no values, and is asked again a minute later', async (_, answer, words) => {
  const { text, warnings, asked } = metricsOf(answer);
  for (let times = 0; times < 2; times += 1) expect(await text()).not.toMatch(new RegExp(`^${SIZE}`, 'm'));
  expect(asked()).toBe(1);
  expect(warnings).toEqual(words);
});
