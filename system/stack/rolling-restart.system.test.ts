import { readFileSync } from 'node:fs';
import { until } from '../../services/api/src/testing/clock.ts';
import { type Deployment, startDeployment } from './testing/deployment.ts';
import { openTraffic, type Traffic } from './testing/traffic.ts';

// Two processes of each service behind both edges that the project ships, with traffic through both.

/** Pages, two kinds of reads, uploads, sign-ins and events. */
const KINDS = 6;
/** Anyone who changes something waits for no second answer: what was sent to a process that dies is lost to its sender. */
const CHANGES = ['upload', 'sign-in', 'event'];
/** The machine may be busy. */
const TIMEOUT_MS = 60_000;

let deployment: Deployment;
const traffic: Traffic[] = [];

beforeAll(async () => {
  deployment = await startDeployment();
  for (const edge of deployment.edges) traffic.push(await openTraffic(deployment.portal, edge, deployment.pages));
}, 240_000);

afterAll(async () => {
  await Promise.all(traffic.map((each) => each.end()));
  await deployment.stop();
}, 60_000);

const failures = () => traffic.flatMap((each) => each.failures);

/** Waits until every kind of request was answered a few times more through both edges. */
async function goOn(): Promise<void> {
  const before = traffic.map(({ done }) => new Map(done));
  const isMore = ({ done }: Traffic, edge: number) =>
    done.size === KINDS && [...done].every(([kind, count]) => count > (before[edge]?.get(kind) ?? 0) + 3);
  await until('more of all the traffic', () => traffic.every(isMore), TIMEOUT_MS);
}

/** Waits until nginx asks both processes of each service: it leaves one alone for 3 s whose connections were refused. */
async function untilBothAreAsked(): Promise<void> {
  const { logFile = '' } = deployment.edges.find(({ name }) => name === 'nginx') ?? {};
  const lines = () => readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const before = lines().length;
  await until(
    'nginx to ask both processes of each service',
    () => {
      const since: readonly { path: string; upstream: string }[] = lines()
        .slice(before)
        .map((line) => JSON.parse(line));
      const requestsOf = (isOfApi: boolean) =>
        new Set(since.flatMap(({ path, upstream }) => (path.startsWith('/api/') === isOfApi ? [upstream] : [])));
      // Where one is asked after the other, both stand in one place.
      return [true, false].every(
        (isOfApi) => [...requestsOf(isOfApi)].filter((place) => /^[\d.:]+$/.test(place)).length > 1,
      );
    },
    TIMEOUT_MS,
  );
}

/** Each listener hears of what was made until now, and what was acknowledged is there once. */
async function expectNothingLost(): Promise<void> {
  for (const { events, receivedIds, uploaded } of traffic) {
    const [made, kept] = [[...events], [...uploaded]];
    const isAllHeard = () => receivedIds.every((ids) => made.every((id) => ids.has(id)));
    await until('every listener to have heard of every event', isAllHeard, TIMEOUT_MS);
    const documents = deployment.portal.connection.collection('documents').find({ title: { $in: kept } });
    const titles = (await documents.toArray()).map(({ title }) => String(title));
    expect(titles.sort()).toEqual(kept.sort());
  }
}

it('a rolling restart of all processes fails no request through either edge, and no listener misses an event', async () => {
  await goOn();
  for (const names of [
    ['api-1', 'web-1'],
    ['api-2', 'web-2'],
  ]) {
    await Promise.all(names.map((name) => deployment.end(name, 'SIGTERM')));
    await deployment.start(...names);
    await goOn();
  }
  expect(failures()).toEqual([]);
  await expectNothingLost();
}, 300_000);

it('processes that are killed fail no request that only reads, and nothing that was acknowledged is lost', async () => {
  await goOn();
  await untilBothAreAsked();
  const before = failures().length;
  await Promise.all(['api-1', 'web-1'].map((name) => deployment.end(name, 'SIGKILL')));
  await goOn();
  await deployment.start('api-1', 'web-1');
  await goOn();
  const since = failures().slice(before);
  expect(since.filter(({ what }) => !CHANGES.includes(what))).toEqual([]);
  // Each kind of change is under way once through each edge.
  expect(since.slice(CHANGES.length * traffic.length)).toEqual([]);
  await expectNothingLost();
}, 300_000);
