import { clockIn, ownZone } from '@cytocomm/kit/dashboard';
import { problem } from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  last,
  open,
  PATH,
  type Person,
  PUBLISHED,
  paste,
  portal,
  SCHEDULED,
  stored,
  submit,
  title,
  write,
} from './testing/editing-page.tsx';

describe('writing', () => {
  it('publishes to the public, says so, and leads to the list', async () => {
    const { user, location } = await begin();
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
    expect(location()).toBe(PATH);
    expect(await screen.findByRole('row', { name: /News/ })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'New release' }));
    expect(title()).toHaveValue('');
    expect(screen.queryByText('Press release submitted successfully!')).toBeNull();
  });

  it('wants title, text and a target', async () => {
    const { user } = await begin();
    await user.click(form().getByRole('checkbox', { name: 'Public' }));
    await user.click(submit());
    expect(title()).toHaveAccessibleDescription('A title is needed.');
    expect(content()).toHaveAccessibleDescription('The text is needed.');
    expect(form().getByText('Choose who may read it.')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(3);
    await user.type(title(), 'N');
    paste('<p>x</p>');
    expect(screen.queryByText('A title is needed.')).toBeNull();
    expect(screen.queryByText('The text is needed.')).toBeNull();
  });

  it('with a mail says how many people get it, and asks', async () => {
    const { user } = await begin();
    await write(user);
    await user.click(form().getByRole('checkbox', { name: /E-mail it/ }));
    await user.click(submit());
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish and e-mail it?' }));
    expect(await dialog.findByText('It goes to 14 people at once.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Not yet' }));
    expect(
      portal.data.pressReleases.filter(({ title: each, status }) => each === 'News' && status === 'published'),
    ).toEqual([]);
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: 'Publish and e-mail' }));
    expect(await screen.findByText(/Everyone who asked for such news gets it by mail/)).toBeVisible();
    expect(last()).toMatchObject({ title: 'News', sendEmail: true });
  });

  it('says so when no one would get a mail', async () => {
    portal.data.audience = 0;
    const { user } = await begin();
    await write(user);
    await user.click(form().getByRole('checkbox', { name: /E-mail it/ }));
    await user.click(submit());
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish it?' }));
    expect(dialog.getByText('No one has asked for such news by mail, so no mail goes out.')).toBeVisible();
    expect(dialog.queryByText(/called back/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(screen.getByText(/It is out now\. No one has asked/)).toBeVisible();
    expect(screen.queryByText(/gets it by mail/)).toBeNull();
  });

  it('wants the time by which it is planned', async () => {
    const { user } = await begin();
    await write(user);
    await user.click(form().getByRole('radio', { name: 'At a time' }));
    await user.click(submit('Schedule'));
    expect(await form().findByText('Choose a time in the future.')).toBeVisible();
    expect(portal.data.pressReleases.filter(({ status }) => status === 'scheduled')).toHaveLength(1);
  });

  it('is planned by the clocks of the zone that is named', async () => {
    const { user } = await edit(SCHEDULED);
    const zone = await form().findByLabelText('Time zone');
    expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await user.selectOptions(zone, 'UTC');
    const utc = clockIn(ownZone(), new Date('2026-11-25T08:00:00.000Z'));
    await user.selectOptions(zone, 'America/New_York');
    await user.click(form().getByRole('checkbox', { name: 'Public' }));
    await user.click(submit('Schedule'));
    expect(await screen.findByText(/\(America\/New_York\)\./)).toBeVisible();
    expect(stored(SCHEDULED)).toMatchObject({
      status: 'scheduled',
      publishAt: new Date(`${utc}:00-05:00`).toISOString(),
      timeZone: 'America/New_York',
      target: ['public', 'investors'],
    });
  });

  it('keeps a draft that readers do not see', async () => {
    const { user } = await begin();
    await write(user);
    await user.click(form().getByRole('radio', { name: /draft/ }));
    await user.click(submit('Save draft'));
    expect(await screen.findByText('It is kept as a draft; readers do not see it.')).toBeVisible();
    expect(last()).toMatchObject({ status: 'draft', date: null });
  });

  it('publishes once on a double click', async () => {
    const { user } = await begin();
    await write(user);
    await user.dblClick(submit());
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(portal.data.pressReleases).toHaveLength(4);
  });
});

describe('the editor', () => {
  it('cleans what is pasted', async () => {
    await begin();
    paste(
      '<p style="color:red" onclick="alert(1)">Words<img src=x onerror="alert(1)"> <b>bold</b></p>' +
        '<script>alert(1)</script><table><tr><td>cell</td></tr></table><a href="javascript:alert(1)">bad</a>',
    );
    expect(content()).toHaveTextContent('Words bold');
    expect(content().querySelectorAll('img:not(.ProseMirror-separator), script, [style], [onclick], a')).toHaveLength(
      0,
    );
    expect(content().querySelector('strong')).toHaveTextContent('bold');
  });

  it('formats by its buttons, which show what is on', async () => {
    const { user } = await begin();
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
    ['Escape', async (user: Person) => user.keyboard('{Escape}')],
    ['Cancel', async (user: Person) => user.click(form().getByRole('button', { name: 'Cancel' }))],
  ])('leads from a link that is not set back to the text: %s', async (_, leave) => {
    const { user } = await begin();
    await user.click(form().getByRole('button', { name: 'Link' }));
    await leave(user);
    expect(form().queryByLabelText('Link to')).toBeNull();
    await waitFor(() => expect(content()).toHaveFocus());
  });

  it('links to whole addresses only', async () => {
    const { user } = await begin();
    await user.click(form().getByRole('button', { name: 'Link' }));
    const field = form().getByLabelText('Link to');
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'javascript:alert(1)');
    await user.click(form().getByRole('button', { name: 'Set link' }));
    expect(field).toHaveAccessibleDescription(/whole address/);
    await user.clear(field);
    await user.type(field, 'https://example.com/a');
    // An input method ends what it writes by this key.
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(field).toBeVisible();
    await user.keyboard('{Enter}');
    expect(within(content()).getByRole('link')).toHaveAttribute('href', 'https://example.com/a');
    expect(form().queryByLabelText('Link to')).toBeNull();
  });
});

describe('the preview', () => {
  it('shows what a visitor and an investor would see', async () => {
    const { user } = await begin();
    await write(user, 'Big news', `<h2>Head</h2><p>${'x'.repeat(120)}</p>`);
    await user.click(form().getByRole('button', { name: 'Preview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(dialog.getByText(`Head ${'x'.repeat(95)}…`)).toBeVisible();
    const article = (title: string) => {
      const frame = dialog.getByTitle(title);
      return frame instanceof HTMLIFrameElement && frame.contentDocument ? frame.contentDocument.body : document.body;
    };
    const desk = within(article('On a desk, 1280 px wide'));
    expect(desk.getByRole('heading', { name: 'Big news' })).toBeVisible();
    expect(desk.getByRole('heading', { name: 'Head' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'On a phone' }));
    expect(dialog.getByRole('button', { name: 'On a phone' })).toHaveAttribute('aria-pressed', 'true');
    const phone = article('On a phone, 390 px wide');
    expect(within(phone).getByRole('heading', { name: 'Head' })).toBeVisible();
    expect(phone.ownerDocument.documentElement).toHaveAttribute('lang', document.documentElement.lang);
    await user.click(dialog.getByRole('button', { name: 'As an investor' }));
    expect(dialog.getByText('Investors find this release with the company news only.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'As a visitor' }));
    fireEvent.keyDown(article('On a phone, 390 px wide'), { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Preview' })).toBeNull();
  });
});

describe('the test mail', () => {
  it('goes to oneself, after the text was saved', async () => {
    let tested: string | undefined;
    portal.server.events.on('request:start', ({ request }) => {
      tested = /press-releases\/(\w+)\/test-mail$/.exec(request.url)?.[1] ?? tested;
    });
    const { user } = await begin();
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

describe('a release that is planned', () => {
  it('is rescheduled under another title', async () => {
    const { user } = await edit(SCHEDULED);
    expect(form().getByRole('radio', { name: 'At a time' })).toBeChecked();
    await user.type(title(), ' of the year');
    await user.click(submit('Schedule'));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(stored(SCHEDULED)).toMatchObject({
      title: 'Figures of the year',
      status: 'scheduled',
      publishAt: '2026-11-25T08:00:00.000Z',
    });
  });
});

describe('a release that is out', () => {
  it('is updated, not published, and its mails do not go out again', async () => {
    const { user } = await edit(PUBLISHED);
    expect(form().getByRole('checkbox', { name: /E-mail it/ })).toBeDisabled();
    expect(form().getByText(/does not go out again/)).toBeVisible();
    await user.type(title(), '!');
    await user.click(submit('Update'));
    expect(await screen.findByText(/The mails that went out stay as they were/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('has an address of its own, which says what could not be loaded', async () => {
  portal.server.use(http.get('/api/admin/press-releases/:id', () => problem('internal'), { once: true }));
  const { user } = open(`/${DRAFT}/edit`);
  expect(await screen.findByRole('alert')).toHaveTextContent('The press release could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByDisplayValue('Unfinished')).toBeVisible();
});
