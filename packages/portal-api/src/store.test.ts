import { readReleaseHealth } from '@cytocomm/contract';
import { acceptSignIn, previewAs, useSession } from '@cytocomm/session';
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { endpoint, PortalApiProvider, portalApi, portalStore } from './index.ts';

const nobody = useSession.getInitialState();
const { useQuery } = endpoint(readReleaseHealth);
const EVERY_MINUTE = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

let asked = 0;
let isVisible = true;

function look(visible: boolean): void {
  isVisible = visible;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
const later = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
async function open(): Promise<void> {
  renderHook(() => useQuery(undefined, EVERY_MINUTE), { wrapper: PortalApiProvider });
  await later(0);
  expect(asked).toBe(1);
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return Response.json({ items: [] });
  };
});
afterEach(() => {
  look(true);
  act(() => useSession.setState(nobody, true));
  act(() => void portalStore.dispatch(portalApi.util.resetApiState()));
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('what is read again each minute rests while nobody looks, and nothing is read at the moment of coming back', async () => {
  await open();
  await later(60_000);
  expect(asked).toBe(2);
  look(false);
  await later(600_000);
  expect(asked).toBe(2);
  look(true);
  await later(0);
  expect(asked).toBe(2);
  await later(60_000);
  expect(asked).toBe(3);
});

it('still rests after what another role is shown was dropped while nobody looked', async () => {
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin', 'developer'] });
  useSession.setState({ idToken: 'token', expiresAt: Date.now() + 3_600_000 });
  await open();
  look(false);
  act(() => previewAs('developer'));
  await later(0);
  const before = asked;
  await later(600_000);
  expect(asked).toBe(before);
  look(true);
  await later(60_000);
  expect(asked).toBe(before + 1);
});
