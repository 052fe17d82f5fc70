import { Writable } from 'node:stream';
import { type Connection, createConnection } from 'mongoose';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { moveDate, realDate } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { storeLiveLock, storeLiveState } from '../../testing/releases.ts';
import { createLockedReleases, createReleasesInUse } from './releases-in-use.ts';
import { createFailureMetric, createTelemetry } from './service.ts';

const report = {
  remote: 'mfe-investor',
  release: '0.1.0-1a2b3c4d',
  component: 'AnnualReports',
  phase: 'entry',
  lock: 'lock-7',
  reason: 'timed out\nafter 10 s',
};

const LOCK = 'a'.repeat(64);

describe('POST /api/telemetry/failures', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
    await storeLiveLock(portal.connection, LOCK, [report]);
  });
  afterAll(() => portal.stop());

  const send = (body: unknown, browser = portal.browser()) => browser.post('/api/telemetry/failures', body);
  const counted = async () => {
    const metrics = await (await fetch(`${portal.operatorUrl}/metrics`)).text();
    return Object.fromEntries(
      [
        ...metrics.matchAll(/^remote_failures_total\{remote="([^"]*)",release="([^"]*)",phase="([^"]*)"\} (\d+)$/gm),
      ].map(([, remote, release, phase, number]) => [`${remote} ${release} ${phase}`, Number(number)]),
    );
  };

  it('counts reports of visitors and signed-in people, also with the cookie alone', async () => {
    const person = await portal.signedInAs('ada@x.example', 'investor');
    const answer = await send(report);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await send(report, person)).status).toBe(204);
    expect((await send({ ...report, phase: 'render', reason: '' })).status).toBe(204);
    expect(await counted()).toEqual({
      'mfe-investor 0.1.0-1a2b3c4d entry': 2,
      'mfe-investor 0.1.0-1a2b3c4d render': 1,
    });
  });

  it('counts unknown remotes, releases and phases as others', async () => {
    for (const change of [{ remote: 'mfe-x' }, { release: '9.9.9-1a2b3c4d' }, { phase: 'made up' }])
      expect((await send({ ...report, ...change })).status).toBe(204);
    expect(await counted()).toMatchObject({ 'other other other': 3, 'mfe-investor 0.1.0-1a2b3c4d entry': 2 });
  });

  it.each([
    ['an unknown field', { ...report, user: 'ada' }],
    ['a name with line breaks', { ...report, remote: 'x\ny' }],
    ['a reason of 10,000 characters', { ...report, reason: 'x'.repeat(10_000) }],
  ])('refuses %s', async (_what, body) => {
    const before = await counted();
    expect((await send(body)).status).toBe(400);
    expect(await counted()).toEqual(before);
  });

  it('accepts 60 per client in ten minutes, without refused ones', async () => {
    const busy = portal.browser();
    for (let turn = 0; turn < 10; turn += 1) await send({}, busy);
    const statuses: number[] = [];
    for (let turn = 0; turn < 61; turn += 1)
      statuses.push((await send({ ...report, phase: 'component' }, busy)).status);
    expect(statuses).toEqual([...Array(60).fill(204), 429]);
    const refused = await send(report, busy);
    expect(refused.body).toMatchObject({ code: 'rate-limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(await counted()).toMatchObject({ 'mfe-investor 0.1.0-1a2b3c4d component': 60 });
    expect((await send(report)).status).toBe(204);
  });
});

describe('a report', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await startTestDatabase();
    connection = await createConnection(database.uri).asPromise();
  });
  beforeEach(() => connection.dropDatabase());
  afterEach(realDate);
  afterAll(async () => {
    await connection.close();
    await database.stop();
  });

  const CACHE_TTL_MS = 3000;
  /** Lets what was read no longer count. */
  const later3s = () => moveDate(CACHE_TTL_MS);

  function openTelemetry(read = createReleasesInUse(connection)) {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const registry = new Registry();
    const log = pino(stream);
    const telemetry = createTelemetry(log, createFailureMetric(registry), createLockedReleases(read, log));
    const series = async () =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('remote_failures_total{'));
    return { lines, telemetry, series };
  }
  const lineOf = (remote: string, release: string, phase: string, number: number) =>
    `remote_failures_total{remote="${remote}",release="${release}",phase="${phase}"} ${number}`;
  const seriesOf = (release: string, number: number) => lineOf(report.remote, release, 'entry', number);
  const apart = (number: number) => lineOf('other', 'other', 'other', number);
  const release = (letter: string) => ({ remote: report.remote, release: `0.1.0-${letter.repeat(8)}` });
  const failed = (letter: string) => ({ ...report, ...release(letter) });

  it('is one log line with all its fields', async () => {
    const { lines, telemetry } = openTelemetry();
    await telemetry.failed(report);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...report, level: 40 });
  });

  it('with new names does not fill memory or displace real releases', async () => {
    await storeLiveLock(connection, LOCK, [report]);
    const { lines, telemetry, series } = openTelemetry();
    for (let turn = 0; turn < 500; turn += 1) {
      await telemetry.failed({ ...report, remote: `made-up-${turn}` });
      await telemetry.failed({ ...report, release: `9.1.${turn}-1a2b3c4d` });
    }
    await telemetry.failed(report);
    await telemetry.failed({ ...report, remote: 'shell' });
    expect(await series()).toEqual([
      apart(1000),
      seriesOf(report.release, 1),
      lineOf('shell', report.release, 'entry', 1),
    ]);
    expect(lines).toHaveLength(1002);
  });

  it('counts for releases promoted later, and for those of open pages', async () => {
    await storeLiveLock(connection, LOCK, [release('a')]);
    const { telemetry, series } = openTelemetry();
    await telemetry.failed(failed('a'));
    await storeLiveLock(connection, 'b'.repeat(64), [release('b')]);
    later3s();
    for (const letter of ['b', 'a', 'c']) await telemetry.failed(failed(letter));
    expect(await series()).toEqual([seriesOf(release('a').release, 2), seriesOf(release('b').release, 1), apart(1)]);
  });

  it('counts for the release of a canary, before it was live', async () => {
    await storeLiveLock(connection, 'b'.repeat(64), [release('b')]);
    await connection.collection('locks').updateMany({}, { $unset: { deployedAt: 1 } });
    await storeLiveLock(connection, LOCK, [release('a')]);
    await storeLiveState(connection, { lock: LOCK, canary: { lock: 'b'.repeat(64), startedAt: new Date() } });
    const { telemetry, series } = openTelemetry();
    await telemetry.failed(failed('b'));
    expect(await series()).toEqual([seriesOf(release('b').release, 1)]);
  });
});
