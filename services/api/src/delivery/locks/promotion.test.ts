import { createPublicKey } from 'node:crypto';
import { auditPageSchema, type GateReport, type LockItem, lockItemSchema, lockPageSchema } from '@cytocomm/contract';
import { readStoredLock } from '@cytocomm/releases';
import { readConfig } from '../../platform/settings/config.ts';
import { lockPublicKey } from '../../platform/settings/keys.ts';
import { type Answer, expectProblem, read } from '../../testing/browser.ts';
import { realDate, stopDateAtMinute } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { mintToken, pageAt, type ReleaseName, storeRelease } from '../../testing/releases.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
beforeEach(async () => {
  for (const name of ['releases', 'locks', 'live_lock', 'remotes', 'team_tokens'])
    await portal.connection.collection(name).deleteMany({});
});

const stored = (name: string, change?: Parameters<typeof storeRelease>[2]) =>
  storeRelease(portal.connection, name, change);
const promote = (base: string | null, set: readonly object[], more: object = {}): Promise<Answer> =>
  developer.authorised('POST', '/api/locks', { body: { base, set, ...more } });
const promoted = async (base: string | null, set: readonly object[], more: object = {}): Promise<LockItem> =>
  read(await promote(base, set, more), lockItemSchema, 201);
const live = async () => read(await developer.get('/api/locks/live'), lockItemSchema);
const history = async () => read(await developer.get('/api/locks?limit=100'), lockPageSchema).items;
const partsOf = ({ shell, remotes }: LockItem) => [shell, ...remotes].map(({ name, release }) => `${name} ${release}`);
const nameOf = ({ remote, release }: ReleaseName) => `${remote} ${release}`;
const configOfPortal = () =>
  readConfig({ NODE_ENV: 'test', MONGODB_URI: portal.database.uri, SMTP_URL: 'smtp://localhost' });

describe('a promotion', () => {
  it('has an optional reason, returned unchanged', async () => {
    const first = await promoted(null, [await stored('shell'), await stored('mfe-lab')]);
    const next = await stored('mfe-lab', { version: '1.1.0' });
    for (const reason of ['half a \ud800 character', 'a zero \0 byte', '\u001b[2J', 'x'.repeat(501)])
      expectProblem(await promote(first.id, [next], { reason }), 400, 'validation');
    expect((await live()).id).toBe(first.id);
    const reason = 'Two lines,\nand \u{1F600} <b>whole</b>';
    expect(await promoted(first.id, [next], { reason })).toMatchObject({ reason });
    expect(await live()).toMatchObject({ reason });
  });

  it('makes a signed lock with changed releases live', async () => {
    expectProblem(await developer.get('/api/locks/live'), 404, 'not-found');
    const [shell, one, other, next] = [
      await stored('shell'),
      await stored('mfe-lab'),
      await stored('mfe-other'),
      await stored('mfe-lab', { version: '1.1.0' }),
    ];
    const first = await promoted(null, [shell, one, other], { reason: 'the beginning' });
    expect(first).toMatchObject({ base: null, createdBy: 'developer@x.example', reason: 'the beginning' });
    const second = await promoted(first.id, [{ remote: 'mfe-lab', version: '1.1.0' }]);
    expect(partsOf(second)).toEqual([shell, next, other].map(nameOf));
    expect(second.base).toBe(first.id);
    const answer = await developer.get('/api/locks/live');
    expect(answer.headers.etag).toBe(`"${second.id}"`);
    expect(read(answer, lockItemSchema)).toEqual(second);
    expect((await history()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await promoted(second.id, [], { remove: ['mfe-other'] })).toMatchObject({ remotes: [{ name: 'mfe-lab' }] });
    expect(read(await developer.get(`/api/locks/${first.id}`), lockItemSchema)).toEqual(first);

    const record = await portal.connection.collection<{ _id: string }>('locks').findOne({ _id: first.id });
    const key = { key: Buffer.from(lockPublicKey(configOfPortal()), 'base64'), format: 'der', type: 'spki' } as const;
    expect(readStoredLock(record, [createPublicKey(key)]).shell.baseUrl).toBe(`/releases/shell/${shell.release}/`);
    const { items } = read(await admin.get(`/api/admin/audit?subject=${first.id}`), auditPageSchema);
    expect(items).toMatchObject([
      { action: 'lock.promoted', actor: 'developer@x.example', detail: { base: 'none', reason: 'the beginning' } },
    ]);
  });

  it('succeeds for one of twenty concurrent calls from one base', async () => {
    const shell = await stored('shell');
    const rivals = await Promise.all(
      Array.from({ length: 20 }, (_, number) => stored('mfe-lab', { version: `1.${number}.0` })),
    );
    const first = await promoted(null, [shell]);
    const answers = await Promise.all(rivals.map((rival) => promote(first.id, [rival])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 409, 'lock-moved');
    expect((await history()).map(({ base }) => base)).toEqual([first.id, null]);
    expect(await portal.connection.collection('locks').countDocuments()).toBe(2);
  });

  it('of one person in one millisecond is one lock; the other calls get 409', async () => {
    const [shell, lab] = [await stored('shell'), await stored('mfe-lab')];
    stopDateAtMinute();
    try {
      for (const release of [shell, lab]) {
        const base = (await history())[0]?.id ?? null;
        const answers = await Promise.all(Array.from({ length: 10 }, () => promote(base, [release])));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
        for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 409, 'lock-moved');
      }
    } finally {
      realDate();
    }
    expect((await live()).id).toBe((await history())[0]?.id);
    expect((await history()).map(({ remotes }) => remotes.length)).toEqual([1, 0]);
  });

  it('without a change, with duplicates, or without a shell is refused', async () => {
    const [shell, lab] = [await stored('shell'), await stored('mfe-lab')];
    const auth = await stored('mfe-auth');
    expectProblem(await promote(null, [lab]), 400, 'validation');
    const { id } = await promoted(null, [shell, lab, auth]);
    for (const [set, more] of [
      [[], {}],
      [[lab], {}],
      [[lab, lab], {}],
      [[lab], { remove: ['mfe-lab'] }],
      [[], { remove: ['shell'] }],
      [[], { remove: ['mfe-auth'] }],
      [[], { remove: ['mfe-none'] }],
      [[{ remote: 'mfe-lab' }], {}],
    ] as const)
      expectProblem(await promote(id, set, more), 400, 'validation');
    expect((await live()).id).toBe(id);
  });

  it('of a missing, pending or refused release names it', async () => {
    const { id } = await promoted(null, [await stored('shell')]);
    const gate: GateReport = {
      outcome: 'refused',
      checks: [
        { rule: 'styles', outcome: 'refused', message: 'mfe-lab 1.0.0: button: use a class', place: 'a.css:1:1' },
      ],
    };
    const refused = await stored('mfe-lab', { gate });
    const running = await stored('mfe-other', { gate: { outcome: 'running', checks: [] } });
    expect(expectProblem(await promote(id, [{ remote: 'mfe-none', version: '1.0.0' }]), 404).detail).toContain(
      'mfe-none',
    );
    expect(expectProblem(await promote(id, [running]), 409, 'gate-running').detail).toContain('mfe-other');
    expect(expectProblem(await promote(id, [refused]), 422, 'gate-refused').errors).toEqual([
      { path: 'body.set.0', message: 'mfe-lab 1.0.0: button: use a class (rule styles, a.css:1:1)' },
    ]);
  });

  it.each([
    ['contract', { contract: '^9.0.0' }, 'needs contract ^9.0.0'],
    ['api', { api: '^99.0.0' }, 'needs API ^99.0.0'],
    ['shared', { shared: { react: '^18.0.0' } }, 'needs react ^18.0.0'],
    ['shared', { sharedNames: { react: ['useFuture'] } }, 'does not list what it gives'],
    ['collisions', pageAt('/taken'), 'both claim route /taken'],
    ['claims', pageAt('/private', false), '/private'],
    ['claims', pageAt('/about'), '/about'],
  ])('of a release that breaks the rule %s is refused with advice', async (rule, change, words) => {
    const { id } = await promoted(null, [await stored('shell'), await stored('mfe-old', pageAt('/taken'))]);
    const misfit = await stored('mfe-lab', change);
    const { errors = [] } = expectProblem(await promote(id, [misfit]), 422, 'gate-refused');
    expect(errors.map(({ message }) => message).join()).toContain(words);
    expect(errors.map(({ message }) => message).join()).toContain(`(rule ${rule}`);
    expect((await live()).id).toBe(id);
  });

  it('of a shell is checked against all remaining remotes', async () => {
    const { id } = await promoted(null, [await stored('shell'), await stored('mfe-lab')]);
    const shell = await stored('shell', { version: '2.0.0', contract: '2.0.0' });
    const { errors } = expectProblem(await promote(id, [shell]), 422, 'gate-refused');
    expect(errors?.[0]?.message).toContain('mfe-lab');
  });
});

describe('who promotes', () => {
  const asTeam = (token: string, method: string, path: string, body?: object) =>
    portal.browser().call(method, path, { body, headers: { Authorization: `Bearer ${token}` }, as: 'bare' });

  it('a team with the right to promote, only its remote', async () => {
    const [shell, lab, other] = [await stored('shell'), await stored('mfe-lab'), await stored('mfe-other')];
    const { id: base } = await promoted(null, [shell]);
    const { token } = await mintToken(developer, 'mfe-lab');
    expectProblem(await asTeam(token, 'POST', '/api/locks', { base, set: [lab] }), 403, 'forbidden');
    expectProblem(await asTeam(token, 'GET', '/api/locks/live'), 403, 'forbidden');
    const body = { claims: { routes: [], sections: [], roles: [] }, mayPromote: true };
    expect((await admin.authorised('PUT', '/api/remotes/mfe-lab', { body })).status).toBe(200);
    expectProblem(await asTeam(token, 'POST', '/api/locks', { base, set: [lab, other] }), 403, 'forbidden');
    expectProblem(await asTeam(token, 'POST', '/api/locks', { base, set: [lab], remove: ['mfe-x'] }), 403, 'forbidden');
    expect((await asTeam(token, 'GET', '/api/locks/live')).status).toBe(200);
    const lock = read(await asTeam(token, 'POST', '/api/locks', { base, set: [lab] }), lockItemSchema, 201);
    expect(lock.createdBy).toBe('token mfe-lab/pipeline');
    for (const [method, path, sent] of [
      ['GET', '/api/locks'],
      ['POST', '/api/canary/promote'],
      ['PUT', '/api/remotes/mfe-lab/switch', { reason: 'x' }],
    ] as const)
      expect([401, 403]).toContain((await asTeam(token, method, path, sent)).status);
    expectProblem(await asTeam('cyt_none', 'POST', '/api/locks', { base: lock.id, set: [lab] }), 401, 'not-signed-in');
  });
});

describe('altered and interrupted locks', () => {
  const edit = (id: string, change: object) =>
    portal.connection.collection<{ _id: string }>('locks').updateOne({ _id: id }, { $set: change });

  it('an altered lock is no base, and can be rolled back', async () => {
    const [shell, lab] = [await stored('shell'), await stored('mfe-lab')];
    const first = await promoted(null, [shell]);
    const second = await promoted(first.id, [lab]);
    await edit(second.id, { 'shell.baseUrl': '/elsewhere/' });
    expectProblem(await developer.get('/api/locks/live'), 409, 'conflict');
    expectProblem(await developer.get(`/api/locks/${second.id}`), 409, 'conflict');
    const refused = expectProblem(await promote(second.id, [], { remove: ['mfe-lab'] }), 409, 'conflict');
    expect(refused.detail).toContain('was altered in the database');
    expect((await history()).map(({ id }) => id)).toEqual([first.id]);
    const back = await developer.authorised('POST', '/api/locks/rollback', { body: { to: first.id } });
    expect(partsOf(read(back, lockItemSchema, 201))).toEqual([nameOf(shell)]);
  });

  it('a lock with another signature, and a release with another manifest, are not used', async () => {
    const [shell, lab] = [await stored('shell'), await stored('mfe-lab')];
    const { id } = await promoted(null, [shell]);
    await portal.connection
      .collection('releases')
      .updateOne({ remote: 'mfe-lab' }, { $set: { manifest: JSON.stringify({ name: 'mfe-lab' }) } });
    expect(expectProblem(await promote(id, [lab]), 409, 'conflict').detail).toContain('mfe-lab');
    await edit(id, { signature: Buffer.alloc(64).toString('base64') });
    expectProblem(await developer.get('/api/locks/live'), 409, 'conflict');
  });
});
