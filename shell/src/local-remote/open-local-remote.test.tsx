import { LOCAL_REMOTE_ELEMENT_ID, SWITCHED_OFF_ELEMENT_ID } from '@cytocomm/composition';
import type { LocalRemote } from '@cytocomm/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { integrityLookup } from '../composition/integrity.ts';
import { testLock, testRelease } from '../testing.ts';
import { openLocalRemote } from './open-local-remote.tsx';

const ORIGIN = 'http://localhost:4001';
const local: LocalRemote = {
  remote: 'mfe-lab',
  origin: ORIGIN,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const lock = testLock(testRelease('mfe-other'), testRelease('mfe-lab'));
const integrityOf = integrityLookup(lock, location.origin);
const release = { ...testRelease('mfe-lab'), version: '9.9.9' };
const { baseUrl: _, ...manifest } = release;

type Answers = Readonly<Record<string, (init: RequestInit | undefined) => Response | Promise<Response>>>;
let requests: jest.SpyInstance<ReturnType<typeof fetch>, Parameters<typeof fetch>>;
function answer(own: Answers = {}): void {
  const answers: Answers = {
    [`${ORIGIN}/release.json`]: () => Response.json(manifest),
    '/api/auth/token': () => new Response(null, { status: 401 }),
    '/api/local-remotes/fit': () => Response.json({ release: { ...release, baseUrl: `${ORIGIN}/` } }),
    ...own,
  };
  requests = jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    const handler = answers[url.origin === location.origin ? url.pathname : url.href];
    if (!handler) throw new TypeError(`nothing answers at ${url.href}`);
    return handler(init);
  });
}

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="${LOCAL_REMOTE_ELEMENT_ID}">${JSON.stringify(local)}</script>`;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answer();
});
afterEach(() => {
  jest.restoreAllMocks();
  document.body.innerHTML = '';
});

const open = async () => {
  const opened = { local: undefined as Awaited<ReturnType<typeof openLocalRemote>> };
  await act(async () => {
    opened.local = await openLocalRemote(lock, integrityOf);
  });
  return opened.local;
};
const banner = () => screen.getByRole('region', { name: 'Loaded from your own machine' });

it('puts the release of the own machine into the lock, in the place of the one of its name', async () => {
  const opened = await open();
  expect(opened?.lock.id).toBe(lock.id);
  expect(opened?.lock.remotes.map(({ name, version, baseUrl }) => [name, version, baseUrl])).toEqual([
    ['mfe-lab', '9.9.9', `${ORIGIN}/`],
    ['mfe-other', '0.1.0', testRelease('mfe-other').baseUrl],
  ]);
  expect(banner()).toHaveTextContent(
    /mfe-lab is loaded from http:\/\/localhost:4001, for you alone, until \d\d:\d\d\./,
  );
});

it('is shown while the remote of the portal is switched off, and nothing else that is off', async () => {
  document.body.innerHTML += `<script type="application/json" id="${SWITCHED_OFF_ELEMENT_ID}">["mfe-lab","mfe-other"]</script>`;
  expect([...((await open())?.switchedOff ?? [])]).toEqual(['mfe-other']);
});

it('its files need no hash, every other file does', async () => {
  const opened = await open();
  expect(opened?.integrityOf(`${ORIGIN}/any.js`)).toBe('');
  expect(opened?.integrityOf(`${testRelease('mfe-other').baseUrl}entry.js`)).toMatch(/^sha384-/);
  expect(() => opened?.integrityOf('http://localhost:4002/any.js')).toThrow('is not in lock');
  expect(() => opened?.integrityOf('http://localhost:4001@evil.example/any.js')).toThrow('is not in lock');
});

it('asks the own machine without cookies and referrer, and the API without the files of the lock', async () => {
  await open();
  const [, init] = requests.mock.calls.find(([url]) => String(url).startsWith(ORIGIN)) ?? [];
  expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
  const [, question] = requests.mock.calls.find(([url]) => String(url).endsWith('/fit')) ?? [];
  const body = JSON.parse(String(question?.body));
  expect(body.release).toEqual(manifest);
  expect(body.lock.remotes.map(({ files }: { files: unknown[] }) => files)).toEqual([[], []]);
});

const endless = () => {
  const chunk = new Uint8Array(64 * 1024).fill(32);
  return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
};
const refused = (status: number, detail: string) => () =>
  Response.json({ type: 'x', title: 'x', status, code: 'gate-refused', detail, requestId: 'r' }, { status });

it.each<[string, Answers, RegExp]>([
  [
    'nothing answers',
    { [`${ORIGIN}/release.json`]: () => Promise.reject(new TypeError('Failed to fetch')) },
    /http:\/\/localhost:4001 does not answer\. Start its server for mfe-lab, .* then reload\./,
  ],
  [
    'there is none',
    { [`${ORIGIN}/release.json`]: () => new Response('', { status: 404 }) },
    /has no release\.json \(404\)/,
  ],
  ['it is no JSON', { [`${ORIGIN}/release.json`]: () => new Response('<p>') }, /release\.json is not JSON/],
  ['it never ends', { [`${ORIGIN}/release.json`]: endless }, /is larger than 256 KB/],
  [
    'it does not fit',
    { '/api/local-remotes/fit': refused(422, 'mfe-lab needs contract ^99.0.0, the shell has 1.5.0.') },
    /mfe-lab needs contract \^99\.0\.0/,
  ],
  [
    'the person may not any more',
    { '/api/local-remotes/fit': refused(403, 'Your role does not allow this.') },
    /Your role does not allow this\./,
  ],
])('when %s the page keeps its own lock, and the banner says what to do', async (_, own, words) => {
  answer(own);
  expect(await open()).toBeUndefined();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(screen.getByRole('alert')).toHaveTextContent('this page has the portal’s own');
  expect(banner()).toHaveTextContent('mfe-lab is not loaded from your own machine.');
});

it('nothing of the own machine is asked for before its release is admitted', async () => {
  answer({ '/api/local-remotes/fit': refused(422, 'No.') });
  await open();
  const local = requests.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith(ORIGIN));
  expect(local).toEqual([`${ORIGIN}/release.json`]);
});

it('a server that does not answer is waited for only so long', async () => {
  const waited = jest.spyOn(AbortSignal, 'timeout');
  await open();
  expect(waited).toHaveBeenCalledWith(5000);
});

it('what is no permission changes nothing', async () => {
  document.body.innerHTML = `<script type="application/json" id="${LOCAL_REMOTE_ELEMENT_ID}">{"remote":1}</script>`;
  expect(await open()).toBeUndefined();
  expect(requests).not.toHaveBeenCalled();
});

it('says when its time is over while somebody looks', async () => {
  jest.useFakeTimers();
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => jest.advanceTimersByTime(3_600_000));
  expect(screen.getByRole('alert')).toHaveTextContent('The permission is over.');
  jest.useRealTimers();
});

it('Stop that the portal refuses says so, and can be tried again', async () => {
  const user = userEvent.setup();
  answer({ '/api/local-remotes': refused(503, 'Try again later.') });
  await open();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This was not stopped. Try again later.');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled();
  expect(requests.mock.calls.at(-1)).toMatchObject([
    expect.stringContaining('/api/local-remotes'),
    { method: 'DELETE' },
  ]);
});
