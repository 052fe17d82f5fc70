import { ASK_EVERY_MS, openStream } from './live-stream.ts';

class FakeSource {
  static readonly CLOSED = 2;
  static open: FakeSource[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readyState = 0;
  constructor() {
    FakeSource.open.push(this);
  }
  close(): void {
    FakeSource.open.splice(FakeSource.open.indexOf(this), 1);
  }
}

/** Delivers at once to the other channels of the name. */
class FakeChannel {
  static all: FakeChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close(): void {
    FakeChannel.all.splice(FakeChannel.all.indexOf(this), 1);
  }
}

/** Grants a name to one after the other, or at once to one that steals it. */
function fakeLocks() {
  const robbing = new Map<string, () => void>();
  const waiting: { readonly name: string; readonly grant: () => void }[] = [];
  const next = (name: string) => {
    robbing.delete(name);
    const index = waiting.findIndex((other) => other.name === name);
    if (index >= 0) waiting.splice(index, 1)[0]?.grant();
  };
  return {
    request: (name: string, { steal }: { steal?: boolean }, hold: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const rob = () => reject(new DOMException('Stolen', 'AbortError'));
        const grant = () => {
          robbing.set(name, rob);
          void hold().then(() => {
            resolve();
            if (robbing.get(name) === rob) next(name);
          });
        };
        if (!steal && robbing.has(name)) waiting.push({ name, grant });
        else {
          robbing.get(name)?.();
          grant();
        }
      }),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.open = [];
  FakeChannel.all = [];
  Object.assign(globalThis, { EventSource: FakeSource, BroadcastChannel: FakeChannel });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});

const turn = async () => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
};

/** Opens a tab of a person; returns what its listener received. */
async function openTab(person = 'ada') {
  const news: string[] = [];
  const close = openStream('/api/live', person, {
    onOpen: (hasMissed) => news.push(hasMissed ? 'open, missed' : 'open'),
    onEvent: (data) => news.push(data),
    onBreak: (isOver) => news.push(isOver ? 'over' : 'broken'),
  });
  await turn();
  return { news, close };
}

it('one of the tabs of a person holds it, for all of them', async () => {
  const [first, second] = [await openTab(), await openTab()];
  expect(FakeSource.open).toHaveLength(1);
  FakeSource.open[0]?.onopen();
  FakeSource.open[0]?.onmessage({ data: 'a' });
  FakeSource.open[0]?.onerror();
  FakeSource.open[0]?.onopen();
  const third = await openTab();
  FakeSource.open[0]?.onmessage({ data: 'b' });
  expect(first.news).toEqual(['open', 'a', 'broken', 'open', 'b']);
  expect(second.news).toEqual(['open', 'a', 'broken', 'open', 'open', 'b']);
  expect(third.news).toEqual(['open', 'b']);
});

it('the next tab takes over from one that closes, and each of them reads again what it may have missed', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()];
  FakeSource.open[0]?.onopen();
  first.close();
  await turn();
  expect(FakeSource.open).toHaveLength(1);
  FakeSource.open[0]?.onopen();
  FakeSource.open[0]?.onmessage({ data: 'a' });
  expect(first.news).toEqual(['open']);
  for (const { news } of [second, third]) expect(news).toEqual(['open', 'open, missed', 'a']);
  second.close();
  third.close();
  await turn();
  expect(FakeSource.open).toEqual([]);
});

it('another tab takes over from one that hangs, which follows it when it goes on', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const [hung] = FakeChannel.all;
  FakeSource.open[0]?.onopen();
  jest.advanceTimersByTime(ASK_EVERY_MS * 5);
  expect(FakeSource.open).toHaveLength(1);
  if (hung === undefined) throw new Error('The first tab has no channel');
  // A tab that hangs reads no messages.
  FakeChannel.all = FakeChannel.all.filter((channel) => channel !== hung);
  const before = [first.news.length, second.news.length];
  jest.advanceTimersByTime(ASK_EVERY_MS * 2);
  await turn();
  FakeChannel.all.push(hung);
  expect(FakeSource.open).toHaveLength(1);
  FakeSource.open[0]?.onopen();
  FakeSource.open[0]?.onmessage({ data: 'a' });
  expect(second.news.slice(before[1])).toEqual(['open, missed', 'a']);
  expect(first.news.slice(before[0])).toEqual(['open, missed', 'open, missed', 'a']);
  second.close();
  await turn();
  FakeSource.open[0]?.onopen();
  FakeSource.open[0]?.onmessage({ data: 'b' });
  expect(first.news.slice(-2)).toEqual(['open, missed', 'b']);
});

it('what one person is told reaches no tab of another', async () => {
  const [ada, bob] = [await openTab(), await openTab('bob')];
  expect(FakeSource.open).toHaveLength(2);
  FakeSource.open[0]?.onmessage({ data: 'for Ada' });
  expect([ada.news, bob.news]).toEqual([['for Ada'], []]);
});

it('without locks each tab holds its own', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  await openTab();
  await openTab();
  expect(FakeSource.open).toHaveLength(2);
});
