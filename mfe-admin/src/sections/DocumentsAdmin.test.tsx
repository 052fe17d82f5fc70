import { createHash, webcrypto } from 'node:crypto';
import { acceptLogOutEverywhere, acceptSignIn, endSession, hasUnsavedWork } from '@cytocomm/session';
import { buildDocument, buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { uploadQueue } from '../documents/upload-queue.ts';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const report = buildDocument({ title: 'Report 2028', uploadedBy: 'second@cytocomm.example' });
const portal = startFakePortal(() => ({ users: [admin], documents: [report] }));

afterEach(() => uploadQueue.reset());

const open = () => renderRemote(<DocumentsAdmin />, { session: admin });
const pdf = (name = 'annual.pdf', content = '%PDF-1.7 …') => new File([content], name, { type: 'application/pdf' });
const uploadButton = () => screen.getByRole('button', { name: 'Upload' });
const titles = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link', { name: /^(?!Accesses|Replace file)/ })
    .map((link) => link.textContent);

/** Keeps uploads waiting. Returns a function that lets them go on. */
function holdUploads(answer: () => Response = () => HttpResponse.json({ id: 'x' }, { status: 201 })): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  portal.server.use(
    http.post('/api/admin/documents', async () => {
      await promise;
      return answer();
    }),
  );
  return resolve;
}

describe('the list', () => {
  it('shows title, who may see it, size, when and by whom', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Report 2028/ });
    expect(within(row).getByRole('link', { name: 'Report 2028' })).toHaveAttribute('href', report.url);
    expect(within(row).getByText('Investors')).toBeVisible();
    expect(within(row).getByText('1.2 MB')).toBeVisible();
    expect(row).toHaveTextContent('by second@cytocomm.example');
  });
});

describe('uploading', () => {
  it('stores title, file and visibility, says so, and clears the form', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'SOP 12');
    await user.selectOptions(screen.getByLabelText('Visibility'), 'customer');
    expect(screen.queryByLabelText('Revision')).toBeNull();
    await user.selectOptions(within(screen.getByRole('form')).getByLabelText('Kind'), 'SOP');
    await user.type(screen.getByLabelText('Revision'), '4');
    await user.upload(screen.getByLabelText('File'), pdf('sop-12.pdf'));
    await user.click(uploadButton());

    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('');
    expect(screen.queryByRole('list', { name: 'Files to upload' })).toBeNull();
    const details = { title: 'SOP 12', name: 'sop-12.pdf', visibility: 'customer', kind: 'sop', revision: '4' };
    expect(portal.data.documents.at(-1)).toMatchObject(details);
    expect(portal.data.documents.at(-1)).not.toHaveProperty('year');
    await waitFor(() => expect(titles()).toEqual(['SOP 12', 'Report 2028']));
  });

  it.each([
    ['nothing', async () => undefined],
    ['a file only', async (user: ReturnType<typeof open>['user']) => user.upload(screen.getByLabelText('File'), pdf())],
    ['a title only', async (user: ReturnType<typeof open>['user']) => user.type(screen.getByLabelText('Title'), 'X')],
    [
      'a blank title',
      async (user: ReturnType<typeof open>['user']) => {
        await user.type(screen.getByLabelText('Title'), '   ');
        await user.upload(screen.getByLabelText('File'), pdf());
      },
    ],
  ])('with %s asks for title and file', async (_, fill) => {
    const { user } = open();
    await fill(user);
    await user.click(uploadButton());
    expect(await screen.findByText('Please provide a title and select a file.')).toBeVisible();
    expect(portal.data.documents).toHaveLength(1);
  });

  it('reads Uploading... and is disabled meanwhile, with the progress', async () => {
    const release = holdUploads();
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'X');
    const form = within(screen.getByRole('form', { name: 'Upload documents' }));
    await user.selectOptions(form.getByLabelText('Kind'), 'SOP');
    const validFrom = within(await screen.findByRole('group', { name: 'Valid from' }));
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true');
    for (const part of validFrom.getAllByRole('spinbutton')) expect(part).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('progressbar', { name: 'Uploading annual.pdf' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toBeDisabled();
    release();
    await screen.findByText('✅ Document uploaded successfully!');
  });

  it('can be cancelled, and keeps what was typed', async () => {
    holdUploads();
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'Long one');
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Upload canceled/)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Long one');
    expect(screen.getByText('annual.pdf')).toBeVisible();
    expect(uploadButton()).toBeEnabled();
  });

  it('a file that is no PDF shows Upload failed. with the reason, stores nothing, and keeps title and file', async () => {
    let sent = 0;
    portal.server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && request.url.endsWith('/admin/documents')) sent += 1;
    });
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'Sly');
    await user.upload(screen.getByLabelText('File'), pdf('sly.pdf', '<svg onload="alert(1)">'));
    await user.click(uploadButton());
    expect(await screen.findByText('Upload failed.')).toBeVisible();
    expect(screen.getByText(/Only PDF files are accepted/)).toBeVisible();
    expect(sent).toBe(0);
    expect(screen.getByLabelText('Title')).toHaveValue('Sly');
    expect(portal.data.documents).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: 'Remove sly.pdf' }));
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(portal.data.documents.at(-1)?.title).toBe('Sly');
  });

  it.each<[string, () => Response, RegExp]>([
    ['a file too large', () => problem('too-large', 'At most 100 MB.'), /At most 100 MB\./],
    ['a cut connection', () => HttpResponse.error(), /The portal cannot be reached/],
    ['a page of HTML', () => HttpResponse.html('<p>proxy', { status: 502 }), /Frontend is calling itself/],
    ['a page of HTML with 200', () => HttpResponse.html('<p>portal'), /Frontend is calling itself/],
    ['an empty body', () => new HttpResponse(null, { status: 201 }), /cannot be read/],
    ['JSON that is cut off', () => new HttpResponse('{"id":"x', { status: 201 }), /cannot be read/],
  ])('tells %s', async (_, respond, reason) => {
    portal.server.use(http.post('/api/admin/documents', respond));
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'X');
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    expect(await screen.findByText('Upload failed.')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
  });

  it('takes several files at once, each with a title of its own', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'Chosen title');
    await user.upload(screen.getByLabelText('File'), pdf('one.pdf'));
    await user.upload(screen.getByLabelText('File'), [pdf('two_plus.pdf'), pdf('年報.pdf')]);
    expect(screen.getByLabelText('Title of one.pdf')).toHaveValue('Chosen title');
    expect(screen.getByLabelText('Title of two_plus.pdf')).toHaveValue('two plus');
    await user.clear(screen.getByLabelText('Title of 年報.pdf'));
    await user.type(screen.getByLabelText('Title of 年報.pdf'), '2029年度 年報');
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(portal.data.documents.map(({ title }) => title)).toEqual([
      'Report 2028',
      'Chosen title',
      'two plus',
      '2029年度 年報',
    ]);
  });

  it('shows at once which picked file is no PDF', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('File'), [pdf('first.pdf'), pdf('letter.pdf', 'PK a document of words')]);
    expect(await screen.findByText('Only PDF files are accepted, and this is not one.')).toBeVisible();
    const [first, letter] = within(screen.getByRole('list', { name: 'Files to upload' })).getAllByRole('listitem');
    expect(letter).toHaveTextContent('Only PDF files are accepted');
    expect(first).not.toHaveTextContent('Only PDF files are accepted');
    expect(portal.data.documents).toHaveLength(1);
  });

  it('keeps the files that failed, with their titles', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('File'), [pdf('good.pdf'), pdf('bad.pdf', 'MZ…'), pdf('worse.pdf', 'MZ')]);
    await user.click(uploadButton());
    expect(await screen.findByText('Upload failed.')).toBeVisible();
    expect(portal.data.documents.map(({ title }) => title)).toEqual(['Report 2028', 'good']);
    expect(screen.getByLabelText('Title of bad.pdf')).toHaveValue('bad');
    expect(screen.getByLabelText('Title of worse.pdf')).toHaveValue('worse');
  });

  it('says how large a file may be, and refuses a larger one at once without sending it', async () => {
    portal.data.maxUploadBytes = 1024 * 1024;
    let sent = 0;
    portal.server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && request.url.endsWith('/admin/documents')) sent += 1;
    });
    const { user } = open();
    expect(await screen.findByText(/^PDF files, at most 1 MB each/)).toBeVisible();
    await user.upload(screen.getByLabelText('File'), [
      pdf('big.pdf', `%PDF${'x'.repeat(1024 * 1024)}`),
      pdf('small.pdf'),
    ]);
    expect(screen.getByText(/^Larger than 1 MB: it is not sent/)).toBeVisible();
    expect(sent).toBe(0);
    await user.click(uploadButton());
    expect(await screen.findByText('Upload failed.')).toBeVisible();
    expect(sent).toBe(1);
    await waitFor(() => expect(titles()).toContain('small'));
    expect(screen.getByLabelText('Title')).toHaveValue('big');
    expect(screen.getByText(/^Larger than 1 MB/)).toBeVisible();
  });

  it('hints at a file that is chosen twice or stored already, and takes it all the same', async () => {
    // jsdom has no digests.
    Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
    const content = '%PDF-1.7 the same';
    portal.data.documents = [
      buildDocument({
        title: 'First edition',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }),
    ];
    const { user } = open();
    await screen.findByText(/at most 100 MB each/);
    await screen.findByRole('row', { name: /First edition/ });
    const other = pdf('other.pdf', '%PDF-1.7 other');
    await user.upload(screen.getByLabelText('File'), [pdf('renamed.pdf', content), other]);
    await user.upload(screen.getByLabelText('File'), [other, pdf('another-name.pdf', '%PDF-1.7 other')]);
    expect(await screen.findByText('The same content is stored already, as “First edition”.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText(/chosen twice/)).toHaveLength(2));
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(portal.data.documents).toHaveLength(5);
    Reflect.deleteProperty(crypto, 'subtle');
  });
});

describe('a file and its title', () => {
  const file = () => screen.getByLabelText('File');

  it('belong together: a title typed for one file is not used for another', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'First title');
    await user.upload(file(), [pdf('one.pdf'), pdf('two.pdf')]);
    await user.clear(screen.getByLabelText('Title of two.pdf'));
    await user.type(screen.getByLabelText('Title of two.pdf'), 'Cap table as of 31 October');
    await user.click(screen.getByRole('button', { name: 'Remove one.pdf' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Cap table as of 31 October');
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(portal.data.documents.at(-1)?.title).toBe('Cap table as of 31 October');
  });
});

describe('an upload on its way', () => {
  const begin = async (user: ReturnType<typeof open>['user']) => {
    await user.type(screen.getByLabelText('Title'), 'Long one');
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    await screen.findByRole('button', { name: 'Uploading...' });
  };

  it('goes on when the section is left, and shows a toast when it is done', async () => {
    const release = holdUploads();
    const { user, unmount } = open();
    await begin(user);
    unmount();
    open();
    expect(screen.getByRole('progressbar', { name: 'Uploading annual.pdf' })).toBeVisible();
    cleanup();
    release();
    await waitFor(() => expect(uploadQueue.read().outcome?.kind).toBe('done'));
    open();
    expect(await screen.findAllByText('✅ Document uploaded successfully!')).not.toHaveLength(0);
  });

  it('makes a logout ask', async () => {
    const release = holdUploads();
    const { user } = open();
    await begin(user);
    expect(hasUnsavedWork()).toBe(true);
    release();
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(hasUnsavedWork()).toBe(false);
  });

  it.each<[string, () => void, number]>([
    ['waits for who has written it when the session ends by itself', () => endSession('Over.'), 1],
    ['is forgotten at a logout', () => acceptLogOutEverywhere(), 0],
    [
      'is not handed on to somebody else',
      () => acceptSignIn({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin'] }),
      0,
    ],
    [
      'is not handed on to somebody else after an expiry',
      () => {
        endSession('Over.');
        acceptSignIn({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin'] });
      },
      0,
    ],
  ])('or not yet: what was picked %s', async (_, change, files) => {
    const { user } = open();
    await user.upload(screen.getByLabelText('File'), pdf());
    act(change);
    expect(uploadQueue.read().files).toHaveLength(files);
  });

  it('says so when the file cannot be read any more', async () => {
    const unreadable = pdf('gone.pdf');
    jest.spyOn(unreadable, 'slice').mockImplementation(() => {
      throw new DOMException('gone', 'NotFoundError');
    });
    const { user } = open();
    await user.type(screen.getByLabelText('Title'), 'Gone');
    await user.upload(screen.getByLabelText('File'), unreadable);
    await user.click(uploadButton());
    expect(await screen.findByText('The file cannot be read any more. Choose it again.')).toBeVisible();
    expect(uploadButton()).toBeEnabled();
  });

  it('asks before the page is left, and only then', async () => {
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const release = holdUploads();
    const { user } = open();
    expect(isHeld()).toBe(false);
    await begin(user);
    expect(isHeld()).toBe(true);
    release();
    await screen.findByText('✅ Document uploaded successfully!');
    expect(isHeld()).toBe(false);
  });

  it('that is cancelled says what was stored before', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('File'), [pdf('one.pdf'), pdf('two.pdf')]);
    let isFirst = true;
    portal.server.use(
      http.post('/api/admin/documents', async () => {
        if (!isFirst) await new Promise(() => undefined);
        isFirst = false;
        return HttpResponse.json({ id: 'x' }, { status: 201 });
      }),
    );
    await user.click(uploadButton());
    await screen.findByRole('progressbar', { name: 'Uploading two.pdf' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Upload canceled. Stored before: “one”.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('two');
  });
});

describe('telling investors', () => {
  /** Takes uploads and keeps what was said of mails with each, and under which key. */
  function watchUploads() {
    const seen: { notify: string | null; key: string | null }[] = [];
    portal.server.use(
      http.post('/api/admin/documents', async ({ request }) => {
        const notify = (await request.formData()).get('notify');
        seen.push({ notify: notify === null ? null : String(notify), key: request.headers.get('idempotency-key') });
        return seen.length === 1 ? problem('database-unavailable') : HttpResponse.json({ id: 'x' }, { status: 201 });
      }),
    );
    return seen;
  }

  it('happens only when ticked; the box says how many it reaches; a retry has the same key', async () => {
    const seen = watchUploads();
    const { user } = open();
    expect(await screen.findByText('14 people asked to hear of new reports.')).toBeVisible();
    await user.type(screen.getByLabelText('Title'), 'X');
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    expect(await screen.findByText('Upload failed.')).toBeVisible();
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(seen.map(({ notify }) => notify)).toEqual([null, null]);
    expect(seen[0]?.key).toBe(seen[1]?.key);
  });

  it('is sent along when it is ticked, for this upload only', async () => {
    const seen = watchUploads();
    seen.push({ notify: null, key: null });
    const { user } = open();
    const box = screen.getByLabelText('Tell investors by e-mail');
    await waitFor(() => expect(box).toBeEnabled());
    await user.click(box);
    await user.type(screen.getByLabelText('Title'), 'X');
    await user.upload(screen.getByLabelText('File'), pdf());
    await user.click(uploadButton());
    expect(await screen.findByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(seen.at(-1)?.notify).toBe('true');
    expect(screen.getByLabelText('Tell investors by e-mail')).not.toBeChecked();
  });

  it('does not show the count of other groups while the present one is loading or failed', async () => {
    portal.data.users = [{ ...admin, groups: ['board'] }];
    portal.server.use(
      http.get('/api/admin/alerts/audience', ({ request }) =>
        new URL(request.url).searchParams.has('groups') ? problem('internal') : undefined,
      ),
    );
    const { user } = open();
    expect(await screen.findByText('14 people asked to hear of new reports.')).toBeVisible();
    await user.click(await screen.findByRole('checkbox', { name: 'board' }));
    expect(await screen.findByText('How many that are could not be counted.')).toBeVisible();
    expect(screen.queryByText('14 people asked to hear of new reports.')).toBeNull();
  });

  it('cannot be ticked when no one asked for it, and is not offered for customers’ documents', async () => {
    portal.data.audience = 0;
    const { user } = open();
    expect(await screen.findByText(/No one has asked to hear of new reports/)).toBeVisible();
    expect(screen.getByLabelText('Tell investors by e-mail')).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Visibility'), 'customer');
    expect(screen.queryByLabelText('Tell investors by e-mail')).toBeNull();
  });
});

describe('deleting', () => {
  const remove = () => screen.findByRole('button', { name: 'Delete Report 2028' });

  it('asks first', async () => {
    const { user } = open();
    await user.click(await remove());
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this document?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(portal.data.documents).toHaveLength(1);

    await user.click(await remove());
    await user.click(await screen.findByRole('button', { name: 'Delete document' }));
    expect(await screen.findByText('Document deleted')).toBeVisible();
    expect(await screen.findByText('No documents yet.')).toBeVisible();
  });
});
