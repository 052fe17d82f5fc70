import { acceptSignIn, endSession, previewAs, recheck } from '@cytocomm/session';
import { buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { uploadQueue } from '../documents/upload-queue.ts';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const ada = { ...buildUser({ email: 'ada@fund.example', roles: ['investor'] }), groups: ['board', 'series-a'] };
const portal = startFakePortal(() => ({ users: [structuredClone(admin), structuredClone(ada)], documents: [] }));

afterEach(() => uploadQueue.reset());

const PLACE = { path: '/dashboard/admin/documents', rest: 'new' };
const open = () => renderRemote(<DocumentsAdmin place={PLACE} />, { session: admin });
type User = ReturnType<typeof open>['user'];
const form = () => within(screen.getByRole('form', { name: 'Upload documents' }));
const board = () => form().findByRole('checkbox', { name: 'board' });
const tell = () => form().getByLabelText('Tell investors by e-mail');
const SUCCESS = '✅ Document uploaded successfully!';

/** Fills in what is confidential: minutes for the board alone, of which it is told. */
async function fill(user: User) {
  const minutes = new File(['%PDF-1.7 …'], 'minutes.pdf', { type: 'application/pdf' });
  await user.upload(form().getByLabelText('File'), minutes);
  await user.type(form().getByLabelText('Title'), 'Board minutes');
  await user.selectOptions(form().getByLabelText('Kind'), 'Minutes');
  await user.selectOptions(form().getByLabelText('Fiscal year'), '2024');
  await user.click(await board());
  await waitFor(() => expect(tell()).toBeEnabled());
  await user.click(tell());
}

/** Refuses uploads until the returned function is called. */
function refuseUploads(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  portal.server.use(
    http.post('/api/admin/documents', async () => promise.then(() => problem('database-unavailable')), { once: true }),
  );
  return resolve;
}

async function expectConfidential() {
  expect(form().getByLabelText('Visibility')).toHaveValue('investor');
  expect(form().getByLabelText('Kind')).toHaveValue('minutes');
  expect(form().getByLabelText('Fiscal year')).toHaveValue('2024');
  expect(await board()).toBeChecked();
  await waitFor(() => expect(tell()).toBeChecked());
}

async function expectBlank() {
  expect(form().getByLabelText('Visibility')).toHaveValue('investor');
  expect(form().getByLabelText('Kind')).toHaveValue('');
  expect(form().getByLabelText('Fiscal year')).toHaveValue('');
  expect(await board()).not.toBeChecked();
  expect(tell()).not.toBeChecked();
}

/** Leaves the form for another tool; toasts stay. */
function leave() {
  cleanup();
  renderRemote(<p>Another tool</p>, { session: admin });
}

it('the readers of a document are kept with its file while the form is closed', async () => {
  const { user } = open();
  await fill(user);
  cleanup();
  const { user: back } = open();
  await expectConfidential();
  await back.click(form().getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(SUCCESS)).toBeVisible();
  expect(portal.data.documents).toMatchObject([
    { title: 'Board minutes', visibility: 'investor', groups: ['board'], kind: 'minutes', year: 2024 },
  ]);
});

it('a document whose upload fails after the form was closed goes to the same people on retry', async () => {
  const notices: (string | null)[] = [];
  portal.server.events.on('request:start', async ({ request }) => {
    if (request.method !== 'POST' || !request.url.endsWith('/admin/documents')) return;
    const notify = (await request.clone().formData()).get('notify');
    notices.push(notify === null ? null : String(notify));
  });
  const fail = refuseUploads();
  const { user } = open();
  await fill(user);
  await user.click(form().getByRole('button', { name: 'Upload' }));
  await form().findByRole('button', { name: 'Uploading...' });
  cleanup();
  fail();
  await waitFor(() => expect(uploadQueue.read().outcome?.kind).toBe('failed'));
  const { user: back } = open();
  await expectConfidential();
  await back.click(form().getByRole('button', { name: 'Upload' }));
  expect(await form().findByText(SUCCESS)).toBeVisible();
  expect(portal.data.documents).toMatchObject([{ title: 'Board minutes', groups: ['board'], kind: 'minutes' }]);
  await waitFor(() => expect(notices).toEqual(['true', 'true']));
});

it('the chosen visibility is kept with the file; a public file is sent without groups', async () => {
  const { user } = open();
  await fill(user);
  await user.selectOptions(form().getByLabelText('Visibility'), 'Public');
  cleanup();
  const { user: back } = open();
  expect(form().getByLabelText('Visibility')).toHaveValue('public');
  await back.click(form().getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(SUCCESS)).toBeVisible();
  expect(portal.data.documents).toMatchObject([{ title: 'Board minutes', visibility: 'public' }]);
  expect(portal.data.documents[0]).not.toHaveProperty('groups');
});

it('the next document is shown as for the same groups as long as the form stays open, and begins anew once it was left', async () => {
  const { user } = open();
  await fill(user);
  await user.click(form().getByRole('button', { name: 'Upload' }));
  expect(await form().findByText(SUCCESS)).toBeVisible();
  expect(await board()).toBeChecked();
  expect(form().getByLabelText('Kind')).toHaveValue('minutes');
  expect(tell()).not.toBeChecked();
  cleanup();
  open();
  await expectBlank();
  expect(form().queryByText(SUCCESS)).toBeNull();
});

it('the choice is reset when all was stored while the form was closed', async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  portal.server.use(
    http.post('/api/admin/documents', async () => promise.then(() => HttpResponse.json({ id: 'x' }, { status: 201 }))),
  );
  const { user } = open();
  await fill(user);
  await user.click(form().getByRole('button', { name: 'Upload' }));
  await form().findByRole('button', { name: 'Uploading...' });
  cleanup();
  store();
  await waitFor(() => expect(uploadQueue.read().outcome?.kind).toBe('done'));
  open();
  await expectBlank();
  // What ended elsewhere is said until somebody saw it.
  expect(form().getByText(SUCCESS)).toBeVisible();
  cleanup();
  open();
  expect(form().queryByText(SUCCESS)).toBeNull();
});

describe('uploads that a sign-out ends', () => {
  const pdf = (name: string, text = '%PDF-1.7 …') => new File([text], name, { type: 'application/pdf' });
  const second = buildUser({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin'] });
  const sending = jest.spyOn(uploadQueue, 'send');
  afterAll(() => sending.mockRestore());

  /** Sends these files and another one, which is on its way until the returned function is called. */
  async function begin(...files: readonly File[]) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    portal.server.use(
      http.post('/api/admin/documents', async ({ request }) => {
        const title = (await request.clone().formData()).get('title');
        if (title === 'last') await promise;
      }),
    );
    const { user } = open();
    await user.upload(form().getByLabelText('File'), [...files, pdf('last.pdf')]);
    await user.click(form().getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(uploadQueue.read().files.at(-1)?.state).toBe('uploading'));
    return release;
  }

  it('say that the session ended, and what was not tried waits', async () => {
    const { user } = open();
    await user.upload(form().getByLabelText('File'), [pdf('one.pdf'), pdf('two.pdf')]);
    let requests = 0;
    portal.server.use(
      http.post('/api/admin/documents', async ({ request }) => {
        await request.arrayBuffer();
        requests += 1;
        return problem('not-signed-in');
      }),
    );
    portal.cookie = null;
    await user.click(form().getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(uploadQueue.read().outcome?.kind).toBe('failed'));
    expect(uploadQueue.read().files).toMatchObject([
      { title: 'one', state: 'failed', reason: 'Your session ended meanwhile.' },
      { title: 'two', state: 'waiting', reason: null },
    ]);
    // Its token was refused, and there is no new one.
    expect(requests).toBe(1);
  });

  it('are not shown to the next person in this tab', async () => {
    const release = await begin(pdf('secret_minutes.pdf'));
    expect(portal.data.documents).toMatchObject([{ title: 'secret minutes' }]);
    portal.data.users.push(second);
    portal.cookie = second.email;
    await act(async () => {
      acceptSignIn(second);
      release();
      await sending.mock.results.at(-1)?.value;
    });
    expect(uploadQueue.read()).toMatchObject({ files: [], uploading: false, outcome: null });
    expect(screen.queryByText(/secret minutes|canceled/)).toBeNull();
  });
});

it('files and choices are kept when the session expires and the person signs in again', async () => {
  const { user } = open();
  await fill(user);
  endSession('Over.');
  portal.cookie = null;
  await recheck();
  expect(uploadQueue.read()).toMatchObject({ files: [{ title: 'Board minutes' }], choice: { groups: ['board'] } });
  cleanup();
  open();
  expect(form().getByLabelText('Title')).toHaveValue('Board minutes');
  await expectConfidential();
});

it('an upload goes on while its admin looks at a preview', async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  portal.server.use(http.post('/api/admin/documents', () => promise, { once: true }));
  const { user } = open();
  const pdf = (name: string) => new File(['%PDF-1.7 …'], name, { type: 'application/pdf' });
  await user.upload(form().getByLabelText('File'), [pdf('first.pdf'), pdf('second.pdf')]);
  await user.click(form().getByRole('button', { name: 'Upload' }));
  await form().findByRole('button', { name: 'Uploading...' });
  leave();
  act(() => previewAs('investor'));
  store();
  expect(await screen.findByText(SUCCESS)).toBeVisible();
  act(() => previewAs(null));
  expect(portal.data.documents.map(({ title }) => title).sort()).toEqual(['first', 'second']);
});
