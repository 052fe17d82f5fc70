import { createAutosave, type SaveOutcome, type SaveState } from './autosave.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A server whose answers the test gives. */
function open() {
  const sent: string[] = [];
  const states: SaveState['kind'][] = [];
  const answers: ((outcome: SaveOutcome) => void)[] = [];
  const autosave = createAutosave<string>({
    save: (text) => {
      sent.push(text);
      return new Promise((resolve) => answers.push(resolve));
    },
    onState: ({ kind }) => states.push(kind),
  });
  const answer = async (outcome: SaveOutcome) => {
    answers.shift()?.(outcome);
    await jest.advanceTimersByTimeAsync(0);
  };
  return { autosave, sent, states, answer };
}

const SAVED: SaveOutcome = { kind: 'saved' };
const AWAY: SaveOutcome = { kind: 'failed', reason: 'away', isPassing: true };
const WRONG: SaveOutcome = { kind: 'failed', reason: 'too long', isPassing: false };

it('saves once after a pause, for any number of keys', async () => {
  const { autosave, sent, states, answer } = open();
  for (const text of ['a', 'ab', 'abc']) autosave.change(text);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['abc']);
  await answer(SAVED);
  expect(states.at(-1)).toBe('saved');
});

it('saves a text that is typed without a pause', async () => {
  const { autosave, sent } = open();
  for (let key = 0; key < 20; key += 1) {
    autosave.change(`text ${key}`);
    await jest.advanceTimersByTimeAsync(500);
  }
  expect(sent).toHaveLength(1);
});

it('sends one request at a time; texts that come meanwhile become one', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('one');
  await jest.advanceTimersByTimeAsync(1000);
  for (let key = 0; key < 50; key += 1) {
    autosave.change(`more ${key}`);
    await jest.advanceTimersByTimeAsync(1000);
  }
  expect(sent).toEqual(['one']);
  await answer(SAVED);
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['one', 'more 49']);
});

it('tries again by itself, less and less often, while the server is away', async () => {
  const { autosave, sent, states, answer } = open();
  autosave.change('kept');
  await jest.advanceTimersByTimeAsync(1000);
  await answer(AWAY);
  expect(states.at(-1)).toBe('failed');
  autosave.change('kept on');
  expect(states.at(-1)).toBe('failed');
  for (const wait of [2000, 5000, 15_000, 30_000, 30_000]) {
    const before = sent.length;
    await jest.advanceTimersByTimeAsync(wait - 1);
    expect(sent).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(before + 1);
    await answer(AWAY);
  }
  const flushed = autosave.flush();
  await jest.advanceTimersByTimeAsync(0);
  await answer(SAVED);
  expect(await flushed).toBe(true);
  expect(sent.at(-1)).toBe('kept on');
});

it('sends a refused text again only after a change or on request', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('too long');
  await jest.advanceTimersByTimeAsync(1000);
  await answer(WRONG);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
  autosave.change('short');
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['too long', 'short']);
});

it('tries an abandoned text once more, then keeps it in the browser', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('left');
  autosave.close();
  await jest.advanceTimersByTimeAsync(0);
  await answer(AWAY);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual(['left']);
});

it('sends nothing after a conflict until the person has chosen', async () => {
  const { autosave, sent, states, answer } = open();
  autosave.change('mine');
  await jest.advanceTimersByTimeAsync(1000);
  await answer({ kind: 'overtaken' });
  autosave.change('mine still');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await autosave.flush()).toBe(false);
  expect(sent).toEqual(['mine']);
  expect(states.at(-1)).toBe('overtaken');
  const resumed = autosave.resume('both');
  await jest.advanceTimersByTimeAsync(0);
  await answer(SAVED);
  expect(await resumed).toBe(true);
  expect(sent).toEqual(['mine', 'both']);
});

it('a flush saves what is typed while it saves, unless that fails', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('one');
  const isSaved = autosave.flush();
  autosave.change('two');
  await answer(SAVED);
  await answer(SAVED);
  expect(await isSaved).toBe(true);
  expect(sent).toEqual(['one', 'two']);
  autosave.change('three');
  const isKept = autosave.flush();
  autosave.change('four');
  await answer(WRONG);
  expect(await isKept).toBe(false);
  expect(sent).toEqual(['one', 'two', 'three']);
});

it('a flush ends while a person types on', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('text 0');
  const isSaved = autosave.flush();
  for (let key = 1; key < 10; key += 1) {
    autosave.change(`text ${key}`);
    await answer(SAVED);
  }
  expect(await isSaved).toBe(false);
  expect(sent).toHaveLength(3);
});

it('sends nothing of a forgotten text', async () => {
  const { autosave, sent, answer } = open();
  autosave.change('one');
  await jest.advanceTimersByTimeAsync(1000);
  await answer(AWAY);
  autosave.forget();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['one']);
  expect(await autosave.flush()).toBe(true);
  autosave.change('two');
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['one', 'two']);
});

it.each([
  ['stored', SAVED],
  ['refused', WRONG],
  ['not reached', AWAY],
  ['overtaken', { kind: 'overtaken' }],
] as const)('what is forgotten while it is being saved does not come back: %s', async (_, outcome) => {
  const { autosave, sent, states, answer } = open();
  autosave.change('one');
  await jest.advanceTimersByTimeAsync(1000);
  autosave.forget();
  await answer(outcome);
  expect(states.at(-1)).toBe('saving');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await autosave.flush()).toBe(true);
  expect(sent).toEqual(['one']);
});

it('a text written after `forget` is saved after the request under way', async () => {
  const { autosave, sent, states, answer } = open();
  autosave.change('one');
  await jest.advanceTimersByTimeAsync(1000);
  autosave.forget();
  autosave.change('two');
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['one']);
  await answer({ kind: 'overtaken' });
  expect(states.at(-1)).toBe('unsaved');
  await jest.advanceTimersByTimeAsync(1000);
  await answer(SAVED);
  expect(sent).toEqual(['one', 'two']);
  expect(states.at(-1)).toBe('saved');
});
