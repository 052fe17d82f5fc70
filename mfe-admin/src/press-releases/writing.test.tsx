import { endSession } from '@cytocomm/session';
import { problem } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { emptyDraft } from './press-release-draft.ts';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  last,
  open,
  PATH,
  PUBLISHED,
  paste,
  portal,
  saveNow,
  stored,
  submit,
  title,
  unsavedKeys,
  write,
} from './testing/editing-page.tsx';
import { keepUnsaved, newUnsavedKey } from './unsaved-text.ts';

describe('what is written', () => {
  it('is a draft at the server from the first word, at an address of its own, in the same form', async () => {
    const { user, location } = await begin();
    await user.type(title(), 'Half');
    saveNow();
    expect(await screen.findByText('Saved 12:00')).toBeVisible();
    expect(last()).toMatchObject({ title: 'Half', status: 'draft', content: '' });
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    expect(title()).toHaveFocus();
    await user.type(title(), ' a title');
    saveNow();
    await waitFor(() => expect(last()?.title).toBe('Half a title'));
    expect(portal.data.pressReleases).toHaveLength(4);
    expect(unsavedKeys()).toEqual([]);
  });

  it('changes a release that is out when it is published, and not before', async () => {
    const { user } = await edit(PUBLISHED);
    await user.type(title(), '!');
    saveNow();
    await waitFor(() => expect(stored(PUBLISHED)?.pending?.title).toBe('Pilot study begins!'));
    expect(stored(PUBLISHED)?.title).toBe('Pilot study begins');
    await user.click(submit('Update'));
    expect(await screen.findByText(/The mails that went out stay as they were/)).toBeVisible();
    expect(stored(PUBLISHED)).toMatchObject({ title: 'Pilot study begins!', status: 'published' });
    expect(stored(PUBLISHED)?.pending).toBeUndefined();
  });

  it.each([
    ['that comes', '<p><strong>A</strong><em>B</em></p>', '<p><strong>A</strong> <em>B</em></p>'],
    ['that goes', '<p><strong>A</strong> <em>B</em></p>', '<p><strong>A</strong><em>B</em></p>'],
  ])('a space between two marked words is saved: one %s', async (_, before, after) => {
    Object.assign(stored(PUBLISHED) ?? {}, { content: before });
    const { user } = await edit(PUBLISHED);
    fireEvent.keyDown(content(), { key: 'a', ctrlKey: true });
    paste(after);
    saveNow();
    expect(await screen.findByText('Saved 12:00')).toBeVisible();
    expect(stored(PUBLISHED)?.pending?.content).toBe(after);
    await user.click(submit('Update'));
    expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
    expect(stored(PUBLISHED)?.content).toBe(after);
  });

  it('beside a release that is out is opened again, and can be discarded', async () => {
    const pending = { title: 'Beside', content: '<p>New.</p>', target: ['public' as const], sendEmail: false };
    const saved = { publishAt: null, savedAt: '2026-11-20T10:00:00.000Z', savedBy: 'bob@x.example' };
    Object.assign(stored(PUBLISHED) ?? {}, { pending: { ...pending, ...saved } });
    const { user } = await edit(PUBLISHED);
    expect(title()).toHaveValue('Beside');
    await user.click(screen.getByRole('button', { name: 'Discard the changes' }));
    await user.click(await screen.findByRole('button', { name: 'Discard them' }));
    await waitFor(() => expect(title()).toHaveValue('Pilot study begins'));
    expect(stored(PUBLISHED)?.pending).toBeUndefined();
    expect(screen.queryByText('These changes are not published.')).toBeNull();
  });

  it('is saved when one leaves, without a question, and a new form is empty', async () => {
    const { user, location } = await begin();
    await write(user, 'Left');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await waitFor(() => expect(last()).toMatchObject({ title: 'Left', content: '<p>Something new.</p>' }));
    expect(location()).toBe(PATH);
    await waitFor(() => expect(unsavedKeys()).toEqual([]));
    await user.click(await screen.findByRole('link', { name: 'New release' }));
    expect(title()).toHaveValue('');
  });
});

describe('while the server is away', () => {
  const down = () =>
    portal.server.use(
      http.all('/api/admin/press-releases/*', ({ request }) =>
        request.method === 'GET' ? undefined : Response.error(),
      ),
    );

  it('what is written stays in this browser, and is saved on Retry', async () => {
    down();
    const { user } = await begin();
    await write(user);
    saveNow();
    expect(await screen.findByText(/kept in this browser until it is saved/)).toBeVisible();
    expect(unsavedKeys()).toHaveLength(1);
    await user.click(submit());
    expect(await screen.findByText('Failed to submit press release.')).toBeVisible();
    portal.server.resetHandlers();
    await user.click(form().getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Saved 12:00')).toBeVisible();
    expect(unsavedKeys()).toEqual([]);
    expect(last()).toMatchObject({ title: 'News', status: 'draft' });
  });

  it('makes one draft, however often it is started', async () => {
    const keys: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/drafts')) keys.push(request.headers.get('idempotency-key'));
    });
    portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }));
    const { user } = await begin();
    await user.type(title(), 'Once');
    saveNow();
    await screen.findByText(/kept in this browser/);
    await user.type(title(), ' only');
    saveNow();
    await waitFor(() => expect(last()?.title).toBe('Once only'));
    expect(portal.data.pressReleases).toHaveLength(4);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('makes one draft, also when an attempt in between is refused', async () => {
    const keys: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/drafts')) keys.push(request.headers.get('idempotency-key'));
    });
    portal.server.use(
      http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }),
      http.post('/api/admin/press-releases/drafts', () => problem('forbidden', 'Not now.'), { once: true }),
    );
    const { user } = await begin();
    await user.type(title(), 'Once');
    saveNow();
    await screen.findByText(/kept in this browser/);
    saveNow();
    expect(await screen.findByText(/Not now\./)).toBeVisible();
    saveNow();
    await waitFor(() => expect(last()?.title).toBe('Once'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['is offered to who wrote it', 'ada@lab.example', 1],
    ['is not shown to anybody else', 'grace@lab.example', 0],
  ])('and the session ends, what is written %s', async (_, email, offers) => {
    down();
    const { user, unmount } = await begin();
    await write(user, 'Half a');
    saveNow();
    await screen.findByText(/kept in this browser/);
    unmount();
    act(() => endSession('Over.'));
    portal.server.resetHandlers();
    await begin(email);
    expect(screen.queryAllByText('“Half a” did not reach the portal.')).toHaveLength(offers);
    expect(title()).toHaveValue('');
    if (offers === 0) {
      expect(unsavedKeys()).toHaveLength(1);
      localStorage.clear();
      return;
    }
    await user.click(screen.getByRole('button', { name: 'Continue with it' }));
    expect(title()).toHaveValue('Half a');
    expect(content()).toHaveTextContent('Something new.');
    saveNow();
    await waitFor(() => expect(last()).toMatchObject({ title: 'Half a', content: '<p>Something new.</p>' }));
    await waitFor(() => expect(unsavedKeys()).toEqual([]));
  });

  it('an unsaved text is not written over another one that was started, or taken up, beside it', async () => {
    const before = portal.data.pressReleases.length;
    const first = await begin();
    first.unmount();
    for (const words of ['Left first', 'Left second'])
      keepUnsaved({
        ...{ key: newUnsavedKey(), id: null, etag: null, base: null },
        draft: { ...emptyDraft, title: words },
      });
    const { user, unmount } = await begin();
    const offers = () => screen.queryAllByRole('button', { name: 'Continue with it' });
    expect(offers()).toHaveLength(2);
    await user.type(title(), 'Started');
    expect(offers()).toHaveLength(0);
    saveNow();
    expect(await screen.findByText('Saved 12:00')).toBeVisible();
    expect(offers()).toHaveLength(0);
    unmount();

    for (const count of [2, 1]) {
      const next = await begin();
      expect(offers()).toHaveLength(count);
      await next.user.click(offers()[0] ?? title());
      expect(offers()).toHaveLength(0);
      expect(screen.queryAllByText(/To continue with it, open a new release again\./)).toHaveLength(count - 1);
      saveNow();
      await waitFor(() => expect(unsavedKeys()).toHaveLength(count - 1));
      next.unmount();
    }
    const titles = portal.data.pressReleases.slice(before).map((release) => release.title);
    expect(titles.toSorted()).toEqual(['Left first', 'Left second', 'Started']);
  });

  it('the list says what did not reach it, and it can be discarded', async () => {
    down();
    const { user, unmount } = await edit(DRAFT);
    await user.type(title(), ' still');
    saveNow();
    await screen.findByText(/kept in this browser/);
    unmount();
    open('');
    expect(await screen.findByText('“Unfinished still” did not reach the portal.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Open it' }));
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(unsavedKeys()).toEqual([]);
    expect(await screen.findByDisplayValue('Unfinished')).toBeVisible();
  });
});

describe('a new release that is refused', () => {
  it('is saved once the refused field is corrected', async () => {
    portal.server.use(
      http.post('/api/admin/press-releases/drafts', async ({ request }) =>
        (await request.clone().text()).includes('Much') ? problem('validation', 'title: too long') : undefined,
      ),
    );
    const { user } = await begin();
    await user.type(title(), 'Much too long');
    saveNow();
    expect(await screen.findByText(/kept in this browser/)).toBeVisible();
    await user.clear(title());
    await user.type(title(), 'Short');
    saveNow();
    expect(await screen.findByText('Saved 12:00')).toBeVisible();
    expect(last()?.title).toBe('Short');
    expect(portal.data.pressReleases).toHaveLength(4);
  });

  it('has no tab and no line break in its title, however it is pasted', async () => {
    const { user } = await begin();
    await user.click(title());
    await user.paste('1.\tPilot study');
    expect(title()).toHaveValue('1. Pilot study');
    saveNow();
    await waitFor(() => expect(last()?.title).toBe('1. Pilot study'));
  });
});

describe('two people at one release', () => {
  const saveTheirs = (change: object) => {
    Object.assign(stored(DRAFT) ?? {}, change, { etag: '"7"', changedBy: 'bob@x.example' });
  };

  const meet = async (theirs: object) => {
    const { user } = await edit(DRAFT);
    await user.type(title(), ' by me');
    saveTheirs(theirs);
    saveNow();
    const view = within(await screen.findByRole('region', { name: 'Two versions' }));
    const choose = (name: string) => user.click(view.getByRole('button', { name }));
    return { user, view, choose };
  };

  it('are shown what differs; until one chooses nothing is saved, and mine takes the place of theirs', async () => {
    const { view, choose } = await meet({ content: '<p>One.</p><p>Two of theirs.</p>', sendEmail: true });
    expect(view.getByText(/^Somebody else saved this release/).closest('[tabindex="-1"]')).toHaveFocus();
    expect(view.getByText(/bob@x\.example/)).toHaveTextContent(/theirs stays among the revisions/);
    expect(view.getByText('by me', { exact: false, selector: 'ins' })).toBeVisible();
    expect(view.getByText('of theirs', { exact: false, selector: 'del' })).toBeVisible();
    expect(view.getByRole('heading', { name: 'E-mail' })).toBeVisible();
    expect(view.queryByRole('heading', { name: 'Target' })).toBeNull();
    expect(stored(DRAFT)?.title).toBe('Unfinished');
    await choose('Keep mine');
    expect(title()).toHaveFocus();
    expect(await screen.findByText('Go on writing.')).toBeVisible();
    const content = '<p>One.</p><p>Two.</p>';
    await waitFor(() => expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by me', content, sendEmail: false }));
    await waitFor(() => expect(unsavedKeys()).toEqual([]));
  });

  it('can take theirs: nothing is saved, and mine stays in this browser until it is discarded or continued', async () => {
    const { user, choose } = await meet({ title: 'Unfinished by them' });
    await choose('Take theirs');
    expect(title()).toHaveValue('Unfinished by them');
    expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by them', etag: '"7"' });
    expect(await screen.findByText('“Unfinished by me” did not reach the portal.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with it' }));
    saveNow();
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished by me'));
    await waitFor(() => expect(unsavedKeys()).toEqual([]));
  });

  it('are told when this browser cannot keep mine', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    const { view, choose } = await meet({ title: 'Unfinished by them' });
    expect(view.getByText(/yours is lost: this browser cannot keep it/)).toBeVisible();
    await choose('Keep mine');
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished by me'));
    full.mockRestore();
  });

  it('can copy both: theirs, and mine below it under its title', async () => {
    const { choose } = await meet({ title: 'Unfinished by them', content: '<p>Theirs.</p>' });
    await choose('Copy both');
    const both = '<p>Theirs.</p><h2>Unfinished by me</h2><p>One.</p><p>Two.</p>';
    await waitFor(() => expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by them', content: both }));
    expect(content()).toHaveTextContent('Theirs.Unfinished by meOne.Two.');
  });

  it('copy no text twice that both have', async () => {
    const { view, choose } = await meet({ title: 'Unfinished by me', sendEmail: true });
    expect(view.queryByRole('heading', { name: 'Text' })).toBeNull();
    expect(view.queryByRole('button', { name: 'Copy both' })).toBeNull();
    await choose('Take theirs');
    expect(form().getByLabelText(/^E-mail it/)).toBeChecked();
    localStorage.clear();
  });

  it('need not choose when the other one is this page, whose answer was lost', async () => {
    portal.server.use(
      http.put(
        '/api/admin/press-releases/:id/text',
        () => {
          saveTheirs({ title: 'Unfinished!', publishAt: null });
          return Response.error();
        },
        { once: true },
      ),
    );
    const { user } = await edit(DRAFT);
    await user.type(title(), '!');
    saveNow();
    await screen.findByText(/kept in this browser/);
    await user.type(title(), '!');
    saveNow();
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished!!'));
    expect(screen.queryByRole('region', { name: 'Two versions' })).toBeNull();
  });
});
