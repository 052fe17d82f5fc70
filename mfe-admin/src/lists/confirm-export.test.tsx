import { ExportLink } from '@cytocomm/portal-api';
import { acceptConfirmation, closeSignIn, useSession } from '@cytocomm/session';
import { problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { confirmExport } from './confirm-export.ts';

const FILE = '/api/admin/users.csv?role=admin';
const portal = startFakePortal();
const frames = () => [...document.querySelectorAll('iframe')];
const saved = () => frames().map((frame) => frame.getAttribute('src'));
afterEach(() => {
  jest.useRealTimers();
  for (const frame of frames()) frame.remove();
});

function press(stale: boolean, onClick: typeof confirmExport | null = confirmExport): void {
  renderRemote(<ExportLink href={FILE} {...(onClick && { onClick })} />, { session: { roles: ['admin'] } });
  portal.data.stale = stale;
  fireEvent.click(screen.getByRole('link', { name: 'Export CSV' }));
}
const untilAsked = () => waitFor(() => expect(useSession.getState().confirming).toBe(true));

it('saves at once in a session that is fresh', async () => {
  press(false);
  await waitFor(() => expect(saved()).toEqual([FILE]));
  expect(useSession.getState().confirming).toBe(false);
});

it('asks first in one that is not, and saves when that is given', async () => {
  press(true);
  await untilAsked();
  expect(saved()).toEqual([]);
  act(() => acceptConfirmation());
  await waitFor(() => expect(saved()).toEqual([FILE]));
});

it('saves nothing when it is not given', async () => {
  press(true);
  await untilAsked();
  await act(async () => closeSignIn());
  expect(saved()).toEqual([]);
});

it.each([
  ['refused', () => problem('rate-limited', 'Two files are on their way.', { headers: { 'retry-after': '30' } })],
  ['out of reach', () => HttpResponse.error()],
])('says why where it is %s', async (_, answer) => {
  portal.server.use(http.get('/api/admin/users.csv', answer));
  press(false, null);
  const [frame] = frames();
  if (!frame) throw new Error('nothing is saved');
  // A browser shows what is no file, and so ends with loading.
  fireEvent.load(frame);
  expect(
    await screen.findByText(
      /^The file was not saved\. (Two files are on their way\. Try again in 30|The portal cannot)/,
    ),
  ).toBeVisible();
  expect(frames()).toEqual([]);
});

it('says that it is asked for, and asks once however often it is pressed', () => {
  press(false, null);
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(screen.getByText('The file is asked for. The browser saves it as soon as it begins.')).toBeVisible();
  const [frame] = frames();
  fireEvent.click(link);
  expect(frames()).toHaveLength(1);
  expect(frames()[0]).toBe(frame);
  expect(screen.getByText(/^The file was asked for a moment ago\./)).toBeVisible();
  expect(screen.queryByText(/^The file is asked for\./)).toBeNull();
});

it('asks once more two seconds later, and says so', () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  press(false, null);
  const [frame] = frames();
  act(() => jest.advanceTimersByTime(2000));
  fireEvent.click(screen.getByRole('link', { name: 'Export CSV' }));
  expect(saved()).toEqual([FILE]);
  expect(frames()[0]).not.toBe(frame);
  expect(screen.getByText(/^The file is asked for\./)).toBeVisible();
});

it('a file that was refused before is saved, once', async () => {
  portal.server.use(
    http.get('/api/admin/users.csv', () => new HttpResponse('', { headers: { 'content-type': 'text/csv' } })),
  );
  press(false, null);
  for (const frame of frames()) fireEvent.load(frame);
  await waitFor(() => expect(saved()).toEqual([FILE]));
  expect(screen.queryByText(/was not saved/)).toBeNull();
  for (const frame of frames()) fireEvent.load(frame);
  expect(await screen.findByText('The file was not saved. Try again.')).toBeVisible();
  expect(frames()).toEqual([]);
});

it('leaves a press with another key to the browser', () => {
  renderRemote(<ExportLink href={FILE} onClick={confirmExport} />, { session: { roles: ['admin'] } });
  const link = screen.getByRole('link', { name: 'Export CSV' });
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(saved()).toEqual([]);
});
