import { endSession, hasDrafts } from '@cytocomm/session';
import { buildPressRelease, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import PressReleases from './PressReleases.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

// Nothing is laid out here; the editor asks where its text stands.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const published = buildPressRelease({
  title: 'Pilot study begins',
  content: '<p>It begins.</p>',
  sendEmail: true,
  mailing: 'queued',
  recipients: 12,
  sentToEmail: true,
  emailSentDate: '2026-11-19T12:00:00.000Z',
  mails: { recipients: 12, sent: 9, waiting: 2, failed: 1 },
});
const scheduled = buildPressRelease({
  title: 'Figures',
  status: 'scheduled',
  date: '2026-11-25T08:00:00.000Z',
  publishAt: '2026-11-25T08:00:00.000Z',
  target: ['investors'],
});
const draft = buildPressRelease({ title: 'Unfinished', status: 'draft' });
const portal = startFakePortal(() => ({ pressReleases: [published, scheduled, draft].map((each) => ({ ...each })) }));

const open = () => renderRemote(<PressReleases />, { session: { roles: ['admin'] } });
const form = () => within(screen.getByRole('form', { name: 'Press release' }));
const content = () => form().getByRole('textbox', { name: 'Content' });
const last = () => portal.data.pressReleases.at(-1);

/** Puts HTML into the editor as a paste does. */
function paste(html: string): void {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': '' };
  fireEvent.paste(content(), {
    clipboardData: { getData: (type: string) => data[type] ?? '', types: Object.keys(data), files: [], items: [] },
  });
}
async function write(user: ReturnType<typeof open>['user'], title = 'News', html = '<p>Something new.</p>') {
  await user.type(form().getByLabelText('Title'), title);
  paste(html);
}
const submit = (label = 'Publish') => form().getByRole('button', { name: label });

describe('writing', () => {
  it('publishes to the public, says so, and clears the form', async () => {
    const { user } = open();
    await write(user);
    await user.click(submit());
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(last()).toMatchObject({
      title: 'News',
      content: '<p>Something new.</p>',
      target: ['public'],
      status: 'published',
      sendEmail: false,
    });
    expect(form().getByLabelText('Title')).toHaveValue('');
    expect(content()).toHaveTextContent('');
    expect(await screen.findByRole('rowheader', { name: 'News' })).toBeVisible();
  });

  it('wants title, text and a target', async () => {
    const { user } = open();
    await user.click(form().getByRole('checkbox', { name: 'Public' }));
    await user.click(submit());
    expect(form().getByLabelText('Title')).toHaveAccessibleDescription('A title is needed.');
    expect(content()).toHaveAccessibleDescription('The text is needed.');
    expect(form().getByText('Choose who may read it.')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(3);
    await user.type(form().getByLabelText('Title'), 'N');
    paste('<p>x</p>');
    expect(screen.queryByText('A title is needed.')).toBeNull();
    expect(screen.queryByText('The text is needed.')).toBeNull();
  });

  it('that mails says how many people get it, and asks', async () => {
    const { user } = open();
    await write(user);
    await user.click(form().getByRole('checkbox', { name: /E-mail it/ }));
    await user.click(submit());
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish and e-mail it?' }));
    expect(await dialog.findByText('It goes to 14 people at once.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Not yet' }));
    expect(portal.data.pressReleases).toHaveLength(3);
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: 'Publish and e-mail' }));
    expect(await screen.findByText(/Whoever has asked for such news gets it by mail/)).toBeVisible();
    expect(last()).toMatchObject({ title: 'News', sendEmail: true });
  });

  it('says so when nobody would get a mail', async () => {
    portal.data.audience = 0;
    const { user } = open();
    await write(user);
    await user.click(form().getByRole('checkbox', { name: /E-mail it/ }));
    await user.click(submit());
    expect(await screen.findByText(/Nobody has asked for such news by mail/)).toBeVisible();
  });

  it("schedules for a future time, in the author's time zone", async () => {
    const { user } = open();
    await write(user);
    await user.click(form().getByRole('checkbox', { name: 'Investors' }));
    await user.click(form().getByRole('radio', { name: 'At a time' }));
    const at = form().getByLabelText('Date and time');
    fireEvent.change(at, { target: { value: '2026-11-20T06:00' } });
    await user.click(submit('Schedule'));
    expect(at).toHaveAccessibleDescription(/Choose a time in the future\./);

    fireEvent.change(at, { target: { value: '2026-12-24T18:00' } });
    await user.click(form().getByRole('checkbox', { name: /E-mail it/ }));
    await user.click(submit('Schedule'));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(last()).toMatchObject({
      status: 'scheduled',
      publishAt: new Date(2026, 11, 24, 18).toISOString(),
      target: ['public', 'investors'],
      sendEmail: true,
    });
  });

  it('keeps a draft that nobody sees', async () => {
    const { user } = open();
    await write(user);
    await user.click(form().getByRole('radio', { name: /draft/ }));
    await user.click(submit('Save draft'));
    expect(await screen.findByText('It is kept as a draft; nobody sees it.')).toBeVisible();
    expect(last()).toMatchObject({ status: 'draft', date: null });
  });

  it('publishes once on a double click', async () => {
    const { user } = open();
    await write(user);
    await user.dblClick(submit());
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(4);
    expect(screen.queryByText('A title is needed.')).toBeNull();
  });

  it('makes one release of a text that is sent again because the answer was lost', async () => {
    let keys: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && request.url.endsWith('/press-releases')) {
        keys = [...keys, request.headers.get('idempotency-key')];
      }
    });
    portal.server.use(http.post('/api/admin/press-releases', () => Response.error(), { once: true }));
    const { user } = open();
    await write(user);
    await user.click(submit());
    expect(await screen.findByText('Failed to submit press release.')).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('News');
    expect(content()).toHaveTextContent('Something new.');
    await user.click(submit());
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('outlives the form: what was typed is there again', async () => {
    const { user, unmount } = open();
    await write(user, 'Half a');
    unmount();
    open();
    expect(form().getByLabelText('Title')).toHaveValue('Half a');
    expect(content()).toHaveTextContent('Something new.');
  });

  it.each([
    ['nobody but who wrote it', 'grace@lab.example', ''],
    ['who wrote it', undefined, 'Half a'],
  ])('is there after the session has ended for %s', async (_, email, title) => {
    const { user, unmount } = open();
    await write(user, 'Half a');
    unmount();
    act(() => endSession('Over.'));
    renderRemote(<PressReleases />, {
      session: { roles: ['admin'], ...(email !== undefined && { email }) },
    });
    expect(form().getByLabelText('Title')).toHaveValue(title);
  });

  it('is kept while it is unsaved only', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Figures' }));
    expect(hasDrafts()).toBe(false);
    await user.type(form().getByLabelText('Title'), '!');
    expect(hasDrafts()).toBe(true);
    await user.click(submit('Schedule'));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(hasDrafts()).toBe(false);
  });
});

describe('the editor', () => {
  it('cleans what is pasted', async () => {
    open();
    paste(
      '<p style="color:red" onclick="alert(1)">Words<img src=x onerror="alert(1)"> <b>bold</b></p>' +
        '<script>alert(1)</script><table><tr><td>cell</td></tr></table><a href="javascript:alert(1)">bad</a>',
    );
    expect(content()).toHaveTextContent('Words bold');
    expect(
      content().querySelectorAll('img:not(.ProseMirror-separator), script, table, [style], [onclick], a'),
    ).toHaveLength(0);
    expect(content().querySelector('strong')).toHaveTextContent('bold');
  });

  it('formats by its buttons, which show what is on', async () => {
    const { user } = open();
    const bold = form().getByRole('button', { name: 'Bullet list' });
    expect(bold).toHaveAttribute('aria-pressed', 'false');
    paste('<p>point</p>');
    await user.click(bold);
    expect(bold).toHaveAttribute('aria-pressed', 'true');
    expect(within(content()).getByRole('listitem')).toHaveTextContent('point');
    await user.click(form().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(within(content()).queryByRole('listitem')).toBeNull());
  });

  it.each([
    ['Escape', async (user: ReturnType<typeof open>['user']) => user.keyboard('{Escape}')],
    [
      'Cancel',
      async (user: ReturnType<typeof open>['user']) => user.click(form().getByRole('button', { name: 'Cancel' })),
    ],
  ])('leads from a link that is not set back to the text: %s', async (_, leave) => {
    const { user } = open();
    await user.click(form().getByRole('button', { name: 'Link' }));
    await leave(user);
    expect(form().queryByLabelText('Link to')).toBeNull();
    await waitFor(() => expect(content()).toHaveFocus());
  });

  it('links to whole addresses only', async () => {
    const { user } = open();
    await user.click(form().getByRole('button', { name: 'Link' }));
    const field = form().getByLabelText('Link to');
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'javascript:alert(1)');
    await user.click(form().getByRole('button', { name: 'Set link' }));
    expect(field).toHaveAccessibleDescription(/whole address/);
    await user.clear(field);
    await user.type(field, 'https://example.com/a{Enter}');
    expect(within(content()).getByRole('link')).toHaveAttribute('href', 'https://example.com/a');
    expect(form().queryByLabelText('Link to')).toBeNull();
  });
});

describe('the preview', () => {
  it('shows what a visitor and an investor would see', async () => {
    const { user } = open();
    await write(user, 'Big news', `<h2>Head</h2><p>${'x'.repeat(120)}</p>`);
    await user.click(form().getByRole('button', { name: 'Preview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(dialog.getByText(`Head ${'x'.repeat(95)}…`)).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Head' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'As an investor' }));
    expect(dialog.getByText('Investors find this release with the company news only.')).toBeVisible();
  });
});

describe('the test mail', () => {
  it('goes to oneself, after the text was kept as a draft', async () => {
    let tested: string | undefined;
    portal.server.events.on('request:start', ({ request }) => {
      tested = /press-releases\/(\w+)\/test-mail$/.exec(request.url)?.[1] ?? tested;
    });
    const { user } = open();
    await write(user);
    await user.click(form().getByRole('button', { name: 'Send me a test mail' }));
    expect(await screen.findByText('Test mail sent to you.')).toBeVisible();
    expect(last()).toMatchObject({ title: 'News', status: 'draft' });
    expect(tested).toBe(last()?.id);

    await user.click(submit());
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(4);
    expect(last()).toMatchObject({ status: 'published' });
  });
});

describe('the list', () => {
  const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });

  it('has drafts and scheduled ones too, and how the mails are doing', async () => {
    const { user } = open();
    expect(await row('Figures')).toHaveTextContent(/scheduledNov 25, 2026, \d+:00 [AP]M \S+/);
    expect(await row('Unfinished')).toHaveTextContent('draft');
    expect(within(await row('Unfinished')).getByText('no')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Mails of Pilot study begins/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('12')).toBeVisible();
    expect(dialog.getByText('Failed').closest('div')).toHaveTextContent('Failed1');
  });

  it('changes a release that exists', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Figures' }));
    const title = form().getByLabelText('Title');
    expect(title).toHaveValue('Figures');
    expect(form().getByRole('radio', { name: 'At a time' })).toBeChecked();
    await user.type(title, ' of the year');
    await user.click(submit('Schedule'));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(portal.data.pressReleases[1]).toMatchObject({
      title: 'Figures of the year',
      status: 'scheduled',
      publishAt: '2026-11-25T08:00:00.000Z',
    });
    expect(portal.data.pressReleases).toHaveLength(3);
  });

  it.each([
    ['Use their version', 'Theirs', 'Theirs'],
    ['Replace it with mine', 'Mine', ''],
  ])('tells who was slower, and loses nothing: %s', async (choice, stored, inForm) => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Unfinished' }));
    await user.clear(form().getByLabelText('Title'));
    await user.type(form().getByLabelText('Title'), 'Mine');
    Object.assign(portal.data.pressReleases[2] ?? {}, { title: 'Theirs', etag: '"2"' });
    await user.click(submit('Save draft'));
    expect(await screen.findByText(/Somebody else has changed this release/)).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('Mine');

    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(form().getByLabelText('Title')).toHaveValue(inForm));
    await waitFor(() => expect(portal.data.pressReleases[2]?.title).toBe(stored));
  });

  it('deletes after asking, and tells when that fails', async () => {
    portal.server.use(
      http.delete('/api/admin/press-releases/:id', () => problem('precondition-failed', 'Too late.'), { once: true }),
    );
    const { user } = open();
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete Unfinished' }));
      await user.click(await screen.findByRole('button', { name: 'Delete press release' }));
    };
    await remove();
    expect(await screen.findByText(/“Unfinished” was not deleted\. Too late\./)).toBeVisible();
    await remove();
    expect(await screen.findByText('Press release deleted')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(2);
  });

  it('says when there is none, and what failed', async () => {
    portal.data.pressReleases = [];
    portal.server.use(http.get('/api/admin/press-releases', () => problem('internal'), { once: true }));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The press releases could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No press releases yet.')).toBeVisible();
  });
});

describe('a text that is not saved', () => {
  const editFigures = async (user: ReturnType<typeof open>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Edit Figures' }));

  it('is not replaced by another release without a question', async () => {
    const { user } = open();
    await write(user, 'Unsaved');
    await editFigures(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard what you wrote?' }));
    expect(dialog.getByText(/“Unsaved” has changes that are not saved/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep writing' }));
    expect(form().getByLabelText('Title')).toHaveValue('Unsaved');
    await editFigures(user);
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(form().getByLabelText('Title')).toHaveValue('Figures');
  });

  it('is not thrown away by a new one without a question; what is as it was, is', async () => {
    const { user } = open();
    await editFigures(user);
    await user.type(form().getByLabelText('Title'), ' of 2026');
    await user.click(form().getByRole('button', { name: 'Write a new one instead' }));
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
    expect(form().getByLabelText('Title')).toHaveValue('Figures of 2026');
    await user.click(form().getByRole('button', { name: 'Write a new one instead' }));
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(form().getByLabelText('Title')).toHaveValue('');
    await editFigures(user);
    await user.click(form().getByRole('button', { name: 'Write a new one instead' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(form().getByLabelText('Title')).toHaveValue('');
  });
});

describe('a release that is out', () => {
  it('is saved, not published, and its mails do not go out again', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Pilot study begins' }));
    expect(form().getByRole('checkbox', { name: /E-mail it/ })).toBeDisabled();
    expect(form().getByText(/does not go out again/)).toBeVisible();
    await user.type(form().getByLabelText('Title'), '!');
    await user.click(submit('Save changes'));
    expect(await screen.findByText(/The mails that went out stay as they were/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('for which there was nobody to mail says so in the list', async () => {
    portal.data.pressReleases = [
      buildPressRelease({ title: 'Quiet', sendEmail: true, mailing: 'queued', recipients: 0 }),
    ];
    open();
    expect(await screen.findByRole('button', { name: /^Mails of Quiet/ })).toHaveTextContent('nobody to mail');
  });
});
