import { Toaster, toast } from '@cytocomm/kit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { watchForNewerVersion } from './newer-version.tsx';
import { watchTabAge } from './tab-age.ts';

const HOUR_MS = 3_600_000;
const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);

let requests: jest.SpyInstance<ReturnType<typeof fetch>, Parameters<typeof fetch>>;
let isVisible: boolean;
let end: (() => void) | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  isVisible = true;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  requests = jest.spyOn(globalThis, 'fetch');
  answer(NEW);
});
afterEach(() => {
  end?.();
  end = undefined;
  act(() => toast.clear());
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function answer(lock: string, status = 200): void {
  requests.mockImplementation(async () => new Response(null, { status, headers: { 'X-Portal-Lock': lock } }));
}

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const notice = () => screen.queryByRole('status');
const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
async function tell(): Promise<void> {
  render(<Toaster />);
  await act(async () => {
    end = watchForNewerVersion({ lock: OLD, ageMs: HOUR_MS, toastId: 'newer-version' });
  });
}

it('a tab with an outdated lock shows the notice and keeps its focus', async () => {
  const before = document.activeElement;
  await tell();
  expect(notice()).toHaveTextContent('A new version is ready. Reload to use it.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(document.activeElement).toBe(before);
  expect(requests.mock.calls.map(([address, init]) => [address, init?.method])).toEqual([['/', 'HEAD']]);
});

it.each<[string, () => void]>([
  ['of the live lock', () => answer(OLD)],
  ['while the portal is in trouble', () => answer(NEW, 503)],
  ['without a network', () => requests.mockRejectedValue(new TypeError('Failed to fetch'))],
  [
    'in the background',
    () => {
      isVisible = false;
    },
  ],
])('a tab %s is told nothing', async (_, make) => {
  make();
  await tell();
  expect(notice()).toBeNull();
});

it('it asks when it comes into view, and not more often than every five minutes', async () => {
  answer(OLD);
  await tell();
  for (let time = 0; time < 10; time += 1) await comeBack();
  expect(requests).toHaveBeenCalledTimes(1);
  jest.setSystemTime(Date.now() + 5 * 60_000);
  await comeBack();
  await comeBack();
  expect(requests).toHaveBeenCalledTimes(2);
});

it('Later keeps it still for as long as the tab was left alone before', async () => {
  await tell();
  await user().click(screen.getByRole('button', { name: 'Later' }));
  act(() => jest.advanceTimersByTime(2000));
  expect(notice()).toBeNull();
  jest.setSystemTime(Date.now() + HOUR_MS - 60_000);
  await comeBack();
  expect(notice()).toBeNull();
  jest.setSystemTime(Date.now() + 60_000);
  await comeBack();
  expect(notice()).toBeVisible();
});

it('a reload asks first when a form holds text', async () => {
  document.body.insertAdjacentHTML('beforeend', '<form><textarea></textarea></form>');
  await tell();
  const textarea = document.querySelector('textarea');
  if (textarea) textarea.value = 'half a message';
  await user().click(screen.getByRole('button', { name: 'Reload' }));
  expect(notice()).toHaveTextContent('Text on this page may not be saved. Reload all the same?');
  expect(screen.getByRole('button', { name: 'Reload anyway' })).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Later' }));
  act(() => jest.advanceTimersByTime(2000));
  expect(notice()).toBeNull();
});

it.each([
  ['60', 1],
  ['0', 0],
  ['', 0],
  ['soon', 0],
])('with a setting of %j minutes there are %i watches', (content, watches) => {
  document.head.innerHTML = `<meta name="stale-tab-minutes" content="${content}">`;
  watchTabAge(OLD);
  expect(jest.getTimerCount()).toBe(watches);
});

it('the watch starts at the configured age, plus at most a tenth', async () => {
  document.head.innerHTML = '<meta name="stale-tab-minutes" content="60">';
  render(<Toaster />);
  watchTabAge(OLD);
  await act(() => jest.advanceTimersByTimeAsync(HOUR_MS - 1));
  expect(requests).not.toHaveBeenCalled();
  await act(() => jest.advanceTimersByTimeAsync(HOUR_MS / 10 + 1));
  expect(requests).toHaveBeenCalledTimes(1);
  expect(notice()).toBeVisible();
});
