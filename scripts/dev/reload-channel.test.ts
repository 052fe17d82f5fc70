import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import { createReloadChannel, RELOAD_SCRIPT, type ReloadChannel } from './reload-channel.ts';

let channel: ReloadChannel;
let server: Server;
let url: string;

beforeEach(async () => {
  channel = createReloadChannel();
  server = createServer((request, response) => {
    if (!channel.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  channel.close();
  await new Promise((resolve) => server.close(resolve));
});

async function listen() {
  const answer = await fetch(`${url}/@dev/lock`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await reader?.read())?.value;
}

test('a page hears the active lock at once, and each new one', async () => {
  channel.announce('aaaa');
  const next = await listen();
  expect(await next()).toBe('data: aaaa\n\n');
  channel.announce('aaaa');
  channel.announce('bbbb');
  expect(await next()).toBe('data: bbbb\n\n');
});

test('before the first lock a page hears nothing that would reload it', async () => {
  const next = await listen();
  expect(await next()).toBe(':\n\n');
  channel.announce('aaaa');
  expect(await next()).toBe('data: aaaa\n\n');
});

test('streams end when the channel closes', async () => {
  channel.announce('aaaa');
  const next = await listen();
  await next();
  channel.close();
  expect(await next()).toBeUndefined();
});

test('requests that are not for the channel are left to others', async () => {
  expect((await fetch(`${url}/@dev/other`)).status).toBe(404);
  expect((await fetch(`${url}/api/live`)).status).toBe(404);
});

describe('the script in a page', () => {
  class FakeStream {
    static readonly open = new Set<FakeStream>();
    onmessage: (message: { data: string }) => void = () => {};
    readonly address: string;
    constructor(address: string) {
      this.address = address;
      FakeStream.open.add(this);
    }
    close() {
      FakeStream.open.delete(this);
    }
    static hear(data: string) {
      for (const stream of FakeStream.open) stream.onmessage({ data });
    }
  }

  async function load() {
    FakeStream.open.clear();
    const page = {
      reloads: 0,
      visibilityState: 'visible',
      changed: () => {},
      getElementById: () => ({ textContent: '{"id":"aaaa"}' }),
      addEventListener(_name: string, listener: () => void) {
        page.changed = listener;
      },
    };
    const location = {
      reload() {
        page.reloads += 1;
      },
    };
    const answer = await fetch(url + RELOAD_SCRIPT);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    runInNewContext(await answer.text(), { document: page, EventSource: FakeStream, location, JSON });
    return page;
  }

  test('reloads the page for another lock than its own, and only then', async () => {
    const page = await load();
    FakeStream.hear('aaaa');
    expect(page.reloads).toBe(0);
    FakeStream.hear('bbbb');
    expect(page.reloads).toBe(1);
  });

  test('listens only while the tab is in view', async () => {
    const page = await load();
    page.visibilityState = 'hidden';
    page.changed();
    expect(FakeStream.open.size).toBe(0);
    page.visibilityState = 'visible';
    page.changed();
    expect([...FakeStream.open].map(({ address }) => address)).toEqual(['/@dev/lock']);
  });
});
