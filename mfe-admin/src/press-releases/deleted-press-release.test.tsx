import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { emptyDraft } from './press-release-draft.ts';
import {
  begin,
  DRAFT,
  edit,
  form,
  last,
  open,
  PATH,
  PUBLISHED,
  paste,
  portal,
  SCHEDULED,
  saveNow,
  stored,
  submit,
  title,
  unsavedKeys,
} from './testing/editing-page.tsx';
import { keepUnsaved, newUnsavedKey } from './unsaved-text.ts';

const deleted = (id: string) => {
  const release = stored(id);
  portal.data.pressReleases = portal.data.pressReleases.filter((each) => each !== release);
  return () => void (release && portal.data.pressReleases.push(release));
};
const notice = () => screen.findByText('Somebody deleted this release meanwhile.');
const saveAsNew = () => screen.findByRole('button', { name: 'Save as a new draft' });
const forGroups = { target: ['investors' as const], groups: ['series-a'], sendEmail: true };

describe('a release that somebody deletes while it is written', () => {
  it('becomes a new draft for the same readers, with all that was written, and is not mailed by itself', async () => {
    Object.assign(stored(SCHEDULED) ?? {}, forGroups);
    const { user, location } = await edit(SCHEDULED);
    deleted(SCHEDULED);
    await user.type(title(), ' of mine');
    saveNow();
    expect(await notice()).toBeVisible();
    expect(screen.getByText(/There is no such press release\..*kept in this browser/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the bin' })).toHaveAttribute(
      'href',
      '/dashboard/admin/bin?kind=press-release',
    );
    paste('<p>More.</p>');
    await user.click(await saveAsNew());
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    expect(last()?.id).not.toBe(SCHEDULED);
    expect(last()).toMatchObject({
      title: 'Figures of mine',
      content: expect.stringContaining('More.'),
      status: 'draft',
      ...{ target: ['investors'], groups: ['series-a'], sendEmail: false },
      publishAt: '2026-11-25T08:00:00.000Z',
    });
    expect(await screen.findByDisplayValue('Figures of mine')).toBeVisible();
    expect(screen.queryByText('Somebody deleted this release meanwhile.')).toBeNull();
    expect(unsavedKeys()).toEqual([]);
    expect(portal.data.pressReleases).toHaveLength(3);
  });

  it('is one new draft, also when the first attempt fails', async () => {
    const { user, location } = await edit(DRAFT);
    deleted(DRAFT);
    await user.type(title(), '!');
    saveNow();
    portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }));
    await user.click(await saveAsNew());
    await user.type(title(), '?');
    await user.click(await form().findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    expect(last()?.title).toBe('Unfinished!?');
    expect(portal.data.pressReleases).toHaveLength(3);
    expect(unsavedKeys()).toEqual([]);
  });

  it('becomes a new draft once more when that one is deleted before all of it is saved', async () => {
    const { user, location } = await edit(DRAFT);
    deleted(DRAFT);
    await user.type(title(), '!');
    saveNow();
    await notice();
    portal.server.use(
      http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }),
      http.put('/api/admin/press-releases/:id/text', () => Response.error()),
    );
    await user.click(await saveAsNew());
    await user.type(title(), '?');
    await user.click(await form().findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(last()?.title).toBe('Unfinished!'));
    await waitFor(() => expect(screen.queryByText('Somebody deleted this release meanwhile.')).toBeNull());
    const first = last()?.id ?? '';
    deleted(first);
    portal.server.resetHandlers();
    await user.click(await form().findByRole('button', { name: 'Retry' }));
    await user.click(await saveAsNew());
    await waitFor(() => expect(last()?.title).toBe('Unfinished!?'));
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    expect(last()?.id).not.toBe(first);
    expect(portal.data.pressReleases).toHaveLength(3);
    expect(unsavedKeys()).toEqual([]);
  });

  it('stays a draft until it is stored as well', async () => {
    const pending = { title: 'Beside', content: '<p>New.</p>', target: ['public' as const], sendEmail: false };
    const saved = { publishAt: null, savedAt: '2026-11-20T10:00:00.000Z', savedBy: 'bob@x.example' };
    Object.assign(stored(PUBLISHED) ?? {}, { pending: { ...pending, ...saved } });
    const { user } = await edit(PUBLISHED);
    deleted(PUBLISHED);
    await user.type(title(), '!');
    saveNow();
    portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }));
    await user.click(await saveAsNew());
    expect(await form().findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(submit()).toBeVisible();
    expect(form().getByRole('checkbox', { name: /^E-mail it/ })).toBeEnabled();
    await user.click(await saveAsNew());
    await waitFor(() => expect(last()).toMatchObject({ title: 'Beside!', status: 'draft' }));
    expect(portal.data.pressReleases).toHaveLength(3);
  });

  it('may have been started on this page', async () => {
    const { user, location } = await begin();
    await user.type(title(), 'Started');
    saveNow();
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    const first = last()?.id ?? '';
    deleted(first);
    await user.type(title(), ' here');
    saveNow();
    await user.click(await saveAsNew());
    await waitFor(() => expect(last()?.title).toBe('Started here'));
    await waitFor(() => expect(location()).toBe(`${PATH}/${last()?.id}/edit`));
    expect(last()?.id).not.toBe(first);
    expect(await screen.findByDisplayValue('Started here')).toBeVisible();
  });

  it('is said to be deleted at Publish, when nothing was written', async () => {
    const { user } = await edit(DRAFT);
    await user.click(form().getByRole('radio', { name: 'Now' }));
    saveNow();
    await act(async () => void deleted(DRAFT));
    await user.click(submit());
    expect(await notice()).toBeVisible();
    await user.click(await saveAsNew());
    await waitFor(() => expect(last()).toMatchObject({ title: 'Unfinished', status: 'draft' }));
    expect(portal.data.pressReleases).toHaveLength(3);
  });

  it('is saved as before once it is taken out of the bin', async () => {
    const { user } = await edit(DRAFT);
    const restore = deleted(DRAFT);
    await user.type(title(), '!');
    saveNow();
    expect(await notice()).toBeVisible();
    restore();
    await user.click(await form().findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished!'));
    await waitFor(() => expect(screen.queryByText('Somebody deleted this release meanwhile.')).toBeNull());
    expect(unsavedKeys()).toEqual([]);
  });
});

describe('what was left of a release that was deleted', () => {
  const leave = async () => {
    const { unmount } = await begin();
    unmount();
    deleted(DRAFT);
    const draft = { ...emptyDraft, title: 'Left', content: '<p>Mine.</p>', forPublic: false, forInvestors: true };
    const groups = ['series-a'];
    keepUnsaved({
      ...{ key: newUnsavedKey(), id: DRAFT, etag: '"1"', base: null },
      draft: { ...draft, groups, sendEmail: true },
    });
  };

  it('is found from the list after a reload, and becomes a new draft for the same readers', async () => {
    await leave();
    const { user, location } = open('');
    await user.click(await screen.findByRole('link', { name: 'Open it' }));
    expect(await screen.findByText('There is no such press release.')).toBeVisible();
    portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error(), { once: true }));
    await user.click(await saveAsNew());
    expect(await screen.findByText(/^It was not saved\./)).toBeVisible();
    expect(unsavedKeys()).toHaveLength(1);
    await user.click(await saveAsNew());
    expect(await screen.findByDisplayValue('Left')).toBeVisible();
    expect(location()).toBe(`${PATH}/${last()?.id}/edit`);
    expect(last()).toMatchObject({
      ...{ title: 'Left', content: '<p>Mine.</p>', status: 'draft' },
      ...{ target: ['investors'], groups: ['series-a'], sendEmail: false },
    });
    expect(unsavedKeys()).toEqual([]);
  });

  it('can be discarded', async () => {
    await leave();
    const { user } = open(`/${DRAFT}/edit`);
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(screen.queryByText(/did not reach the portal/)).toBeNull();
    expect(screen.getByText('There is no such press release.')).toBeVisible();
    expect(unsavedKeys()).toEqual([]);
  });
});
