import { hasUnsavedWork } from '@cytocomm/session';
import { renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen } from '@testing-library/react';
import { EventForm } from './EventForm.tsx';
import { emptyDraft } from './event-draft.ts';

startFakePortal();
afterEach(() => sessionStorage.clear());

const initial = { ...emptyDraft(), day: '2027-01-05' };

/** Shows the form of a new event, and sends what is typed into it; `end` answers. */
async function send() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onLeave = jest.fn();
  const { user, unmount } = renderRemote(
    <EventForm label="A" submitLabel="Add" id={null} initial={initial} onSubmit={() => promise} onLeave={onLeave} />,
    { session: { roles: ['admin'] } },
  );
  await user.type(screen.getByLabelText('Title'), 'Launch');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  return { leave: unmount, onLeave, end: (isStored: boolean) => act(async () => resolve(isStored)) };
}
const another = () =>
  renderRemote(
    <EventForm label="B" submitLabel="Add" id={null} initial={initial} onSubmit={jest.fn()} onLeave={jest.fn()} />,
    { session: { roles: ['admin'] } },
  );

it('does not offer as unsaved what another form is saving, and nobody is led away from what they write meanwhile', async () => {
  const first = await send();
  first.leave();
  expect(hasUnsavedWork()).toBe(true);
  const second = another();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await second.user.type(screen.getByLabelText('Title'), 'Fair');
  await first.end(true);
  expect(first.onLeave).not.toHaveBeenCalled();
  second.unmount();
  another();
  expect(screen.getByLabelText('Title')).toHaveValue('Fair');
});

it('offers it again when it was not saved', async () => {
  const first = await send();
  first.leave();
  const second = another();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await first.end(false);
  second.unmount();
  another();
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
});

it('forgets it when it was saved and nothing else was written', async () => {
  const first = await send();
  first.leave();
  await first.end(true);
  expect([first.onLeave.mock.calls, hasUnsavedWork()]).toEqual([[], false]);
});
