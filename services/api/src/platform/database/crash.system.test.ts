import { setTimeout as pause } from 'node:timers/promises';
import { eventSchema } from '@cytocomm/contract';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes.ts';

// The service is killed at random moments under mixed changes: each change is whole afterwards, with its audit rows and mails,
// or not there at all. A domain that is converted to `core.change` adds its changes and what is whole of them.

const MOMENTS = Number(process.env.CRASHES ?? 25);
const MAX_MOMENT_MS = 1500;
const CLIENTS = 4;
const GROUPS = ['one', 'two', 'three', 'four', 'five'];

/** A kind of change: one that a client makes again and again, and the check of all that was made. */
interface Kind {
  /** Makes a change; its outcome may be unknown. */
  readonly change: (call: Call, round: number) => Promise<unknown>;
  /** Throws if a change is half made. */
  readonly check: () => Promise<void>;
}
type Call = (method: string, path: string, body?: object, key?: string) => Promise<Response>;

let portal: TestPortal;
let api: ApiProcess | undefined;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.person('admin@x.example', 'admin');
});
afterAll(async () => {
  await api?.kill();
  await portal.stop();
});

const start = () =>
  startApiProcess({
    ...{ MONGODB_URI: portal.database.uri, SMTP_URL: portal.mailbox.smtpUrl, PUBLIC_URL: portal.url },
    ...{ TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal' },
  });

/** Returns the rows of actions, in the order of their moments. */
const auditRows = (actions: readonly string[]) =>
  portal.connection
    .collection<{ action: string; subject: string; detail: Record<string, string> }>('audit')
    .find({ action: { $in: [...actions] } })
    .sort({ at: 1, _id: 1 })
    .toArray();

/** People join and leave groups: a person is in those that they joined once more often than they left. */
const groups: Kind = {
  change: (call, round) =>
    call('PATCH', `/api/admin/users/reader${round % CLIENTS}@x.example/groups`, {
      group: GROUPS[round % GROUPS.length],
      enable: Math.floor(round / GROUPS.length) % 2 === 0,
    }),
  check: async () => {
    const rows = await auditRows(['group.joined', 'group.left']);
    for (const { email, groups: stored = [] } of await portal.connection
      .collection('users')
      .find({ email: /^reader/ })
      .toArray()) {
      const balance = (group: string) =>
        rows
          .filter(({ subject, detail }) => subject === email && detail.group === group)
          .reduce((sum, { action }) => sum + (action === 'group.joined' ? 1 : -1), 0);
      expect({ email, ...Object.fromEntries(GROUPS.map((group) => [group, balance(group)])) }).toEqual({
        email,
        ...Object.fromEntries(GROUPS.map((group) => [group, stored.includes(group) ? 1 : 0])),
      });
    }
  },
};

/** Throws unless each record of a kind, here or in the bin, has one audit row of its creation and one key, and none is without it. */
async function checkCreations(collection: string, kind: string, action: string): Promise<void> {
  const { connection } = portal;
  const keys = connection.collection<{ _id: string; recordId: unknown }>('idempotency_keys');
  const records = [
    ...(await connection.collection(collection).distinct('_id')),
    ...(await connection.collection('bin').distinct('subject', { kind })),
  ];
  const sorted = (ids: readonly unknown[]) => ids.map(String).toSorted();
  expect(sorted((await auditRows([action])).map(({ subject }) => subject))).toEqual(sorted(records));
  const ofKeys = await keys.find({ _id: { $regex: ` ${kind}-` } }).toArray();
  expect(sorted(ofKeys.map(({ recordId }) => recordId))).toEqual(sorted(records));
}

const pressReleases: Kind = {
  change: (call, round) =>
    call(
      'POST',
      '/api/admin/press-releases',
      { title: `Release ${round}`, content: '<p>Words</p>', target: ['public'] },
      `press-release-${round}`,
    ),
  check: () => checkCreations('press_releases', 'press-release', 'press-release.created'),
};

/** Documents are uploaded: a file belongs to one, or to an upload that was interrupted. */
const documents: Kind = {
  change: (call, round) => {
    const form = new FormData();
    form.set('title', `Document ${round}`);
    form.set('visibility', 'investor');
    form.set('file', new File([`%PDF-1.7 ${round}`], 'a.pdf'));
    return call('POST', '/api/admin/documents', form, `document-${round}`);
  },
  check: async () => {
    await checkCreations('documents', 'document', 'document.uploaded');
    const { connection } = portal;
    const owned = await connection.collection('documents').distinct('fileId');
    const running = (await connection.collection('uploads').distinct('_id')).map(String);
    expect(owned.filter((id) => running.includes(String(id)))).toEqual([]);
    const files = (await connection.collection('fs.files').distinct('_id')).map(String);
    expect(files).toEqual(expect.arrayContaining(owned.map(String)));
    const ownedIds = new Set([...owned.map(String), ...running]);
    expect(files.filter((id) => !ownedIds.has(id))).toEqual([]);
  },
};

/** Events are added, deleted and restored: each is in the calendar or in the bin, as its last audit row says. */
const events: Kind = {
  change: async (call, round) => {
    const title = `Event ${round}`;
    const added = await call('POST', '/api/admin/events', { title, date: '2026-12-01' }, `event-${round}`);
    const { id } = eventSchema.parse(await added.json());
    await call('DELETE', `/api/admin/events/${id}`);
    if (round % 3 === 0) await call('POST', `/api/admin/bin/event/${id}/restore`);
    return added;
  },
  check: async () => {
    await checkCreations('events', 'event', 'event.created');
    const { connection } = portal;
    const subjects = new Map<string, string>();
    const actions = ['event.deleted', 'event.restored'];
    for (const { subject, action } of await auditRows(actions)) subjects.set(subject, action);
    const inBin = new Set((await connection.collection('bin').distinct('subject', { kind: 'event' })).map(String));
    const live = new Set((await connection.collection('events').find().toArray()).map(({ _id }) => String(_id)));
    for (const [id, action] of subjects)
      expect([id, inBin.has(id), live.has(id)]).toEqual([id, action === 'event.deleted', action === 'event.restored']);
    for (const id of inBin) expect([id, subjects.get(id), live.has(id)]).toEqual([id, 'event.deleted', false]);
  },
};

const KINDS: readonly Kind[] = [groups, events, pressReleases, documents];

it(`of changes that kill -9 meets at ${MOMENTS} random moments each is whole`, async () => {
  for (let index = 0; index < CLIENTS; index += 1) await portal.person(`reader${index}@x.example`, 'investor');
  const admin = await portal.signedIn('admin@x.example');
  const authorization = { Authorization: `Bearer ${await admin.token()}` };
  let [round, made] = [0, 0];
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const running = await start();
    api = running;
    const call: Call = async (method, path, body, key) => {
      const isForm = body instanceof FormData;
      const type = isForm ? {} : { 'Content-Type': 'application/json' };
      const headers = { ...authorization, ...type, ...(key !== undefined && { 'Idempotency-Key': key }) };
      const sent = isForm ? body : JSON.stringify(body);
      return fetch(`${running.url}${path}`, { method, headers, ...(sent !== undefined && { body: sent }) });
    };
    const client = async () => {
      for (;;) {
        round += 1;
        const response = await KINDS[round % KINDS.length]?.change(call, round);
        if (response instanceof Response && response.ok) made += 1;
      }
    };
    const clients = Promise.allSettled(Array.from({ length: CLIENTS }, client));
    await pause(Math.random() * MAX_MOMENT_MS);
    await running.kill();
    await clients;
    // A write waits for the transactions that were under way, which end with their connections.
    await portal.connection.collection('crash_probe').insertOne({ moment });
    for (const { check } of KINDS) await check();
  }
  expect(made).toBeGreaterThan(MOMENTS);
}, 600_000);
