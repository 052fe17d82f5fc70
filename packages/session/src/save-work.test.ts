import { hasUnsavedWork, saveWork, setUnderWay } from './index.ts';

afterEach(() => {
  for (const name of ['text', 'other', 'upload']) setUnderWay(name, false);
  jest.useRealTimers();
});

const work = (save: () => Promise<boolean>, isKept = true) => ({ save, isKept: () => isKept });

it('what a logout saves is not lost by it; what it ends is', () => {
  setUnderWay(
    'text',
    work(async () => true),
  );
  expect(hasUnsavedWork()).toBe(false);
  setUnderWay('upload', true);
  expect(hasUnsavedWork()).toBe(true);
  setUnderWay('upload', false);
  expect(hasUnsavedWork()).toBe(false);
});

it('nothing to save is told apart from all saved', async () => {
  expect(await saveWork()).toBeNull();
  setUnderWay('upload', true);
  expect(await saveWork()).toBeNull();
  setUnderWay(
    'text',
    work(async () => true),
  );
  expect(await saveWork()).toBe('saved');
  setUnderWay('text', false);
  expect(await saveWork()).toBeNull();
});

it.each([
  ['is not', async () => false],
  ['throws', () => Promise.reject(new Error('away'))],
])('one that %s saved does not stop the other', async (_, save) => {
  const other = jest.fn(async () => true);
  setUnderWay('text', work(save));
  setUnderWay('other', work(other));
  expect(await saveWork()).toBe('kept');
  expect(other).toHaveBeenCalledTimes(1);
});

it('work that is neither saved nor kept is lost, even when other work is saved', async () => {
  setUnderWay(
    'text',
    work(async () => false),
  );
  setUnderWay(
    'other',
    work(async () => true, false),
  );
  expect(await saveWork()).toBe('kept');
  setUnderWay(
    'other',
    work(async () => false, false),
  );
  expect(await saveWork()).toBe('lost');
});

it('what cannot say whether it is kept is lost', async () => {
  const isKept = () => {
    throw new Error('no storage');
  };
  setUnderWay('text', { save: async () => false, isKept });
  expect(await saveWork()).toBe('lost');
});

it('waits for 3 seconds at most', async () => {
  jest.useFakeTimers();
  setUnderWay(
    'text',
    work(() => new Promise(() => undefined)),
  );
  const outcome = jest.fn();
  void saveWork().then(outcome);
  await jest.advanceTimersByTimeAsync(2999);
  expect(outcome).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith('kept');
});
