import { askForApproval, readPressReleaseState, withdrawApproval } from '@cytocomm/contract';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { buildUser, problem } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  DRAFT,
  edit,
  form,
  open,
  PUBLISHED,
  paste,
  portal,
  SCHEDULED,
  saveNow,
  stored,
  submit,
  title,
} from '../testing/editing-page.tsx';

const ME = 'ada@lab.example';
const BOB = 'bob@lab.example';
beforeEach(() => {
  portal.data.pressReleaseApproval = true;
  portal.data.users.push(buildUser({ email: BOB, name: 'Bob', roles: ['admin'] }));
});
const writtenBy = (email: string) =>
  Object.assign(stored(DRAFT) ?? {}, {
    author: email,
    changedBy: email,
    approval: { state: 'none', writers: [email] },
  });
const storeRequest = (more: object = {}) =>
  Object.assign(stored(DRAFT) ?? {}, {
    approval: { state: 'asked', writers: [BOB], askedBy: BOB, askedAt: '2026-11-20T11:00:00.000Z', ...more },
  });
const button = (name: string) => form().getByRole('button', { name });

it('is asked for by its writer, with a note, and cannot be published before', async () => {
  writtenBy(ME);
  const { user } = await edit(DRAFT);
  expect(form().getByText('You edited this version, so another admin must approve it.')).toBeVisible();
  await user.click(form().getByRole('radio', { name: 'Now' }));
  expect(form().queryByRole('button', { name: 'Publish' })).toBeNull();
  await user.click(button('Ask for approval'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for approval?' }));
  expect(dialog.getByLabelText('Note (optional)')).toHaveFocus();
  await user.keyboard('Figures checked');
  await user.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect(await form().findByText('It waits for approval.')).toBeVisible();
  expect(stored(DRAFT)?.approval).toMatchObject({ state: 'asked', note: 'Figures checked' });
  await user.click(button('Withdraw request'));
  expect(await form().findByText('Another admin has to approve this before it appears.')).toBeVisible();
});

it('requires a complete form', async () => {
  writtenBy(ME);
  const { user } = await edit(DRAFT);
  await user.clear(title());
  await user.click(button('Ask for approval'));
  expect(await form().findByText('A title is needed.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('can be given and used at once by another admin', async () => {
  storeRequest({ note: 'Please look at line 2' });
  const { user } = await edit(DRAFT);
  expect(form().getByText(`${BOB} asks for approval.`)).toBeVisible();
  expect(form().getByText('Please look at line 2')).toBeVisible();
  await user.click(button('Approve and publish'));
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
  expect(stored(DRAFT)?.status).toBe('published');
});

it('can be used by the writer', async () => {
  writtenBy(ME);
  storeRequest({ state: 'approved', writers: [ME], by: BOB });
  const { user } = await edit(DRAFT);
  expect(form().getByText(`${BOB} approved this.`)).toBeVisible();
  await user.click(button('Publish what was approved'));
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
});

it('is declined with a note, and not without', async () => {
  storeRequest();
  const { user } = await edit(DRAFT);
  await user.click(button('Decline'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this text?' }));
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(dialog.getByText('Say what has to be changed.')).toBeVisible();
  expect(dialog.getByLabelText('What has to be changed')).toHaveFocus();
  await user.keyboard('Line 2 is wrong');
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await form().findByText('You did not approve this.')).toBeVisible();
  expect(form().getByText('Line 2 is wrong')).toBeVisible();
});

it('ends with an edit, which is said', async () => {
  storeRequest({ state: 'outdated', writers: [ME], by: BOB });
  await edit(DRAFT);
  expect(await form().findByText(/approved an earlier version/)).toBeVisible();
  expect(button('Ask for approval')).toBeVisible();
});

it('says when the release appears, for whom, and how many get it', async () => {
  storeRequest();
  const publishAt = '2026-11-27T12:30:00.000Z';
  Object.assign(stored(DRAFT) ?? {}, { publishAt, timeZone: 'UTC', sendEmail: true, target: ['investors'] });
  await edit(DRAFT);
  expect(
    await form().findByText(
      'It appears on November 27, 2026 at 12:30 PM (UTC), for all investors. It is e-mailed to 14 people.',
    ),
  ).toBeVisible();
  expect(button('Approve and schedule')).toBeVisible();
  expect(form().queryByRole('button', { name: 'Save draft' })).toBeNull();
});

it('is not needed any more for a scheduled or published release', async () => {
  const { unmount } = await edit(SCHEDULED);
  expect(form().getByText('It will be published automatically.')).toBeVisible();
  expect(form().queryByRole('button', { name: /^(Approve|Ask)/ })).toBeNull();
  unmount();
  await edit(PUBLISHED);
  expect(form().getByText('Readers see this version.')).toBeVisible();
});

it('is given for a correction of what is out, whose changes are shown', async () => {
  Object.assign(stored(PUBLISHED) ?? {}, { changedBy: BOB });
  const { content, target, date, sendEmail } = stored(PUBLISHED) ?? {};
  const pending = {
    title: 'Pilot study ends',
    content,
    target,
    sendEmail,
    publishAt: null,
    savedAt: date,
    savedBy: BOB,
  };
  Object.assign(stored(PUBLISHED) ?? {}, { pending, approval: { state: 'none', writers: [BOB] } });
  const { user } = await edit(PUBLISHED);
  await user.click(screen.getByRole('button', { name: 'Show what changes' }));
  expect(screen.getByText('begins').tagName).toBe('DEL');
  expect(screen.getByText('ends').tagName).toBe('INS');
  expect(form().getByText(/^It is corrected at once, for everybody\./)).toBeVisible();
  await user.click(button('Approve and publish'));
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
  expect(stored(PUBLISHED)).toMatchObject({ title: 'Pilot study ends', date, status: 'published' });
});

describe('of what somebody else changed meanwhile', () => {
  const changed = () => Object.assign(stored(DRAFT) ?? {}, { title: 'Changed', etag: '"9"', changedBy: BOB });

  it('is not given: a reader sees the present text, and may answer that', async () => {
    storeRequest();
    const { user } = await edit(DRAFT);
    changed();
    await user.click(button('Approve'));
    expect(await form().findByText('This is the present text. Read it again.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Two versions' })).toBeNull();
    expect(title()).toHaveValue('Changed');
    expect(stored(DRAFT)?.approval?.state).toBe('asked');
    expect(form().getByText(`${BOB} asks for approval.`).closest('[tabindex="-1"]')).toHaveFocus();
    await user.click(button('Approve'));
    expect(await form().findByText('You approved this.')).toBeVisible();
  });

  it('is not given while the present text cannot be read, which is said', async () => {
    storeRequest();
    const { user } = await edit(DRAFT);
    changed();
    portal.server.use(http.get(readPressReleaseState.path, () => problem('internal', 'Away.', { status: 503 })));
    await user.click(button('Approve'));
    expect(await screen.findByText(/^It was not approved\. (?!Somebody else)/)).toBeVisible();
    expect(title()).toHaveValue('Unfinished');
  });

  it('shows both texts to a person who writes meanwhile, and is not called a publication', async () => {
    writtenBy(ME);
    const { user } = await edit(DRAFT);
    changed();
    let answer: () => void = () => undefined;
    const release = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.server.use(http.post(askForApproval.path, () => release.then(() => undefined)));
    await user.click(button('Ask for approval'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ask for approval' }));
    await user.type(title(), ' by me');
    answer();
    const view = within(await screen.findByRole('region', { name: 'Two versions' }));
    expect(view.getByText('Somebody else saved this release first.')).toBeVisible();
    expect(view.getByText(/^Nothing was asked or answered/)).toBeVisible();
    await user.click(view.getByRole('button', { name: 'Keep mine' }));
    expect(await form().findByText('It is not approved yet: read it, then go on.')).toBeVisible();
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished by me'));
  });
});

it('is not lost by typing a letter and removing it: the stored text is approved and published', async () => {
  const content =
    '<table><thead><tr><th scope="col"><p>Day</p></th></tr></thead><tbody><tr><td><p>1</p></td></tr></tbody></table>';
  storeRequest();
  const { etag } = Object.assign(stored(DRAFT) ?? { etag: '' }, { content });
  const { user } = await edit(DRAFT);
  paste('<p>x</p>');
  fireEvent.keyDown(within(screen.getByRole('form')).getByRole('textbox', { name: 'Content' }), {
    key: 'z',
    ctrlKey: true,
  });
  saveNow();
  expect(await form().findByText(/^Saved/)).toBeVisible();
  expect(stored(DRAFT)).toMatchObject({ etag, content });
  await user.click(button('Approve and publish'));
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
  expect(stored(DRAFT)?.content).toBe(content);
});

describe('given by somebody else meanwhile', () => {
  const approveElsewhere = () =>
    Object.assign(stored(DRAFT) ?? {}, { approval: { state: 'approved', writers: [ME], by: BOB, askedBy: ME } });

  it('is not withdrawn by an outdated button', async () => {
    writtenBy(ME);
    storeRequest({ writers: [ME], askedBy: ME });
    const { user } = await edit(DRAFT);
    expect(form().getByText('It waits for approval.')).toBeVisible();
    approveElsewhere();
    portal.refuse(withdrawApproval, 'conflict');
    await user.click(button('Withdraw request'));
    expect(await form().findByText(`${BOB} approved this.`)).toBeVisible();
    expect(screen.getByText(/^Nothing was taken back\./)).toBeVisible();
    expect(stored(DRAFT)?.approval?.state).toBe('approved');
  });

  it('is shown as soon as it is known', async () => {
    writtenBy(ME);
    storeRequest({ writers: [ME], askedBy: ME });
    await edit(DRAFT);
    approveElsewhere();
    act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['PressRelease'])));
    expect(await form().findByText(`${BOB} approved this.`)).toBeVisible();
  });
});

it('is not asked for any more once somebody else published it, which a reader sees', async () => {
  writtenBy(ME);
  storeRequest({ state: 'approved', writers: [ME], by: BOB });
  await edit(DRAFT);
  expect(button('Publish what was approved')).toBeVisible();
  const out = { status: 'published', date: '2026-11-20T12:00:00.000Z', approval: { state: 'none', writers: [] } };
  Object.assign(stored(DRAFT) ?? {}, { ...out, title: 'Finished', etag: '"9"', updatedAt: '2026-11-20T12:01:00.000Z' });
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['PressRelease'])));
  expect(await form().findByText('Somebody else saved it just now.')).toBeVisible();
  expect(form().queryByRole('button', { name: /approved/ })).toBeNull();
  expect(form().getByText('Readers see this version.')).toBeVisible();
  expect(title()).toHaveValue('Finished');
});

it('is found in the list', async () => {
  storeRequest();
  const { user } = open('');
  expect(await screen.findByText('to approve')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Status of press releases'), 'Waiting for approval');
  await waitFor(() => expect(screen.queryByText('Pilot study begins')).toBeNull());
  expect(screen.getByText('Unfinished')).toBeVisible();
});

it('changes nothing where it is not needed', async () => {
  portal.data.pressReleaseApproval = false;
  await edit(PUBLISHED);
  expect(screen.queryByText(/approve/)).toBeNull();
  expect(submit('Update')).toBeVisible();
});
