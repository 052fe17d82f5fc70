import { readReleaseHealth } from '@cytocomm/contract';
import { acceptSignIn, previewAs, useSession } from '@cytocomm/session';
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { endpoint, PortalApiProvider, portalApi, portalStore } from './index.ts';

const initialSession = useSession.getInitialState();
const { useQuery } = endpoint(readReleaseHealth);
const EVERY_MINUTE = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

let requestCount = 0;
let isVisible = true;

function look(visible: boolean): void {
  isVisible = visible;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
const later = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
async function open(): Promise<void> {
  renderHook(() => useQuery(undefined, EVERY_MINUTE), { wrapper: PortalApiProvider });
  await later(0);
  expect(requestCount).toBe(1);
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  requestCount = 0;
  globalThis.fetch = async () => {
    requestCount += 1;
    return Response.json({ items: [] });
  };
});
afterEach(() => {
  look(true);
  act(() => useSession.setState(initialSession, true));
  act(() => void portalStore.dispatch(portalApi.util.resetApiState()));
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('polling pauses while the page is hidden, and nothing is read when it becomes visible', async () => {
  await open();
  await later(60_000);
  expect(requestCount).toBe(2);
  look(false);
  await later(600_000);
  expect(requestCount).toBe(2);
  look(true);
  await later(0);
  expect(requestCount).toBe(2);
  await later(60_000);
  expect(requestCount).toBe(3);
});

it('polling stays paused after a preview has reset the cache of a hidden page', async () => {
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin', 'developer'] });
  useSession.setState({ idToken: 'token', expiresAt: Date.now() + 3_600_000 });
  await open();
  look(false);
  act(() => previewAs('developer'));
  await later(0);
  const before = requestCount;
  await later(600_000);
  expect(requestCount).toBe(before);
  look(true);
  await later(60_000);
  expect(requestCount).toBe(before + 1);
});
