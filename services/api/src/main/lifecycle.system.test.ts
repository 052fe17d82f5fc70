import { freePort } from '@cytocomm/runtime';
import { layCable } from '../testing/cable.ts';
import { until } from '../testing/clock.ts';
import { listenLive } from '../testing/live-listener.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { type ApiProcess, type LaunchedService, launchApi, placesOf, startApiProcess } from '../testing/processes.ts';
import { dial, type RawConnection } from '../testing/slow-clients.ts';

let portal: TestPortal;
const launched: LaunchedService[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(async () => {
  await Promise.all(launched.map((process) => process.kill()));
  await portal.stop();
});

const settings = () => ({
  MONGODB_URI: portal.database.uri,
  SMTP_URL: portal.mailbox.smtpUrl,
  PUBLIC_URL: portal.url,
});

async function startProcess(
  more: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<ApiProcess> {
  const process = await startApiProcess({ ...settings(), ...more }, nodeOptions);
  launched.push(process);
  return process;
}

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly req?: { readonly path?: string };
  readonly err?: { readonly message: string; readonly stack: string };
}

function linesOf({ log }: LaunchedService): readonly Line[] {
  return log.filter((line) => line.startsWith('{"level"')).map((line): Line => JSON.parse(line));
}

const readiness = async (operatorUrl: string) => portal.browser(operatorUrl).get('/readyz');

/** A request of which half the body has come. */
async function halfSent(url: string): Promise<{ line: RawConnection; finish: () => void }> {
  const line = await dial(url);
  const body = '{"email": "a@x.example", "token": "x"}';
  const half = body.length / 2;
  line.send(
    `POST /api/auth/complete HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  return { line, finish: () => line.send(body.slice(half)) };
}

describe('a process that is asked to end', () => {
  it('says so first and goes on, then closes with every answer, lets live streams go and takes no new ones', async () => {
    const process = await startProcess({ DRAIN_DELAY: '0.5' });
    const person = await portal.signedInAs('ada@x.example', 'investor');
    const live = await listenLive(person, process.url);
    const cookie = `portal=${person.cookies.get('portal')}`;
    const [resting, pending, { line: busy, finish }] = await Promise.all([
      dial(process.url),
      dial(process.url),
      halfSent(process.url),
    ]);
    resting.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await resting.hears('Connection: keep-alive');
    // Only its last bytes come when the process takes no more connections.
    pending.send(`GET /api/live HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n`);

    process.child.kill('SIGTERM');
    await until('it to say so', async () => (await readiness(process.operatorUrl)).status === 503);
    expect((await readiness(process.operatorUrl)).body).toMatchObject({ status: 'draining', database: 'ok' });
    expect(live.isOver()).toBe(false);
    expect((await portal.browser(process.url).get('/healthz')).status).toBe(200);

    await until('the stream to end', () => live.isOver());
    pending.send('\r\n');
    await pending.ended;
    expect(pending.heard()).toMatch(/^HTTP\/1.1 503 .*Connection: close.*Retry-After: 1.*"code":"unavailable"/s);
    await expect(
      (async () => {
        for (;;) await dial(process.url);
      })(),
    ).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    finish();
    await busy.ended;
    expect(busy.heard()).toMatch(/^HTTP\/1.1 401 .*Connection: close.*"code":"invalid-link"/s);
    await resting.ended;
    expect(await process.ended).toEqual({ code: 0, signal: null });
    // Nothing but the stream that was refused.
    expect(
      linesOf(process)
        .filter(({ level }) => !['debug', 'info'].includes(level))
        .map(({ msg }) => msg),
    ).toEqual(['request completed']);
  });

  it('ends at once when it is asked twice', async () => {
    const process = await startProcess({ DRAIN_DELAY: '600' });
    await halfSent(process.url);
    process.child.kill('SIGTERM');
    await until('it to say so', async () => (await readiness(process.operatorUrl)).status === 503);
    process.child.kill('SIGTERM');
    expect(await process.ended).toEqual({ code: 1, signal: null });
  });
});

describe('an uncaught error', () => {
  it.each([
    ['is thrown', 'throw new Error("not caught")'],
    ['rejects a promise', 'Promise.reject(new Error("not caught"))'],
  ])('and that %s is logged, and the process ends what is under way, with 1', async (_how, fault) => {
    const hook = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(fault)}})`;
    const process = await startProcess({ DRAIN_DELAY: '600' }, ['--import', hook]);
    const { line, finish } = await halfSent(process.url);
    process.child.kill('SIGUSR2');
    await until('it to say so', async () => (await readiness(process.operatorUrl)).status === 503);
    finish();
    await line.ended;
    expect(line.heard()).toMatch(/^HTTP\/1.1 401 .*Connection: close/s);
    expect(await process.ended).toEqual({ code: 1, signal: null });
    const [fatal, ...others] = linesOf(process).filter(({ level }) => level === 'fatal');
    expect(fatal?.err).toMatchObject({ message: 'not caught', stack: expect.stringContaining('at ') });
    expect(others).toEqual([]);
  });
});

describe('a process whose database is away', () => {
  it('can be seen to start, takes no requests, says once why, and listens when it is back', async () => {
    const cable = await layCable(portal.database.uri);
    cable.cut();
    const operatorUrl = `http://127.0.0.1:${await freePort()}`;
    const process = launchApi({ ...settings(), MONGODB_URI: cable.uri, OPERATOR_PORT: new URL(operatorUrl).port });
    launched.push(process);
    const tried = () => linesOf(process).filter(({ msg }) => msg.startsWith('could not connect to the database'));
    await until('a line', () => tried().length > 0);
    expect(await readiness(operatorUrl)).toMatchObject({ status: 503, body: { status: 'starting', database: 'away' } });
    expect((await portal.browser(operatorUrl).get('/healthz')).status).toBe(200);
    expect(process.log.some((line) => line.includes('"operatorUrl"'))).toBe(false);
    await cable.mend();
    const { url } = await placesOf(process);
    expect(tried()).toHaveLength(1);
    expect((await portal.browser(url).get('/api/press-releases')).status).toBe(200);
    expect(await readiness(operatorUrl)).toMatchObject({ status: 200, body: { status: 'ready', database: 'ok' } });
    await process.kill();
    cable.cut();
  });

  it('names a wrong password in a line of its own, without a stack, and tries again: the users may not be there yet', async () => {
    const address = new URL(portal.database.uri);
    address.password = 'wrong';
    const process = launchApi({ ...settings(), MONGODB_URI: address.href });
    launched.push(process);
    const tried = () => linesOf(process).filter(({ msg }) => msg.startsWith('could not connect to the database'));
    await until('a line', () => tried().length > 0);
    expect(tried()).toMatchObject([{ why: 'the database refuses the user or the password of MONGODB_URI' }]);
    expect(process.log.join('\n')).not.toMatch(/stack| {4}at /);
    await process.kill();
  });

  it('ends well when it is asked to before there was one', async () => {
    const process = launchApi({ ...settings(), MONGODB_URI: 'mongodb://127.0.0.1:1/none' });
    launched.push(process);
    await until('a try', () => linesOf(process).some(({ msg }) => msg.startsWith('could not connect')));
    process.child.kill('SIGTERM');
    expect(await process.ended).toEqual({ code: 0, signal: null });
  });
});
