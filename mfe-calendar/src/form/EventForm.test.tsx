import { hasUnsavedWork } from '@cytocomm/session';
import { buildUser, renderRemote, signIn, startFakePortal } from '@cytocomm/test-kit';
import { act, screen } from '@testing-library/react';
import { EventForm } from './EventForm.tsx';
import { emptyDraft } from './event-draft.ts';
import { type SendOutcome, sendUnsavedEvent } from './unsaved-event.ts';

startFakePortal();
afterEach(() => sessionStorage.clear());

const initial = { ...emptyDraft(), day: '2027-01-05' };

/** Shows the form of a new event, and sends what is typed into it; `end` answers. */
async function send() {
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  const onLeave = jest.fn();
  const { user, unmount } = renderRemote(
    <EventForm
      label="A"
      submitLabel="Add"
      id={null}
      isAdded
      initial={initial}
      onSubmit={() => promise}
      onLeave={onLeave}
    />,
    { session: { roles: ['admin'] } },
  );
  await user.type(screen.getByLabelText('Title'), 'Launch');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  return { user, leave: unmount, onLeave, end: (outcome: SendOutcome) => act(async () => resolve(outcome)) };
}
const another = (onSubmit: () => Promise<SendOutcome> = jest.fn()) =>
  renderRemote(
    <EventForm
      label="B"
      submitLabel="Add"
      id={null}
      isAdded
      initial={initial}
      onSubmit={onSubmit}
      onLeave={jest.fn()}
    />,
    { session: { roles: ['admin'] } },
  );

it('does not offer as unsaved what another form is saving, and keeps the form that is open when that ends', async () => {
  const first = await send();
  first.leave();
  expect(hasUnsavedWork()).toBe(true);
  const second = another();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await second.user.type(screen.getByLabelText('Title'), 'Fair');
  await first.end('stored');
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
  await first.end('unknown');
  second.unmount();
  another();
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
});

it('forgets it when it was saved and nothing else was written', async () => {
  const first = await send();
  first.leave();
  await first.end('stored');
  expect([first.onLeave.mock.calls, hasUnsavedWork()]).toEqual([[], false]);
});

it('is not lost when it was not saved and something else was written meanwhile: both are there again', async () => {
  const first = await send();
  first.leave();
  const second = another();
  await second.user.type(screen.getByLabelText('Title'), 'Fair');
  await first.end('unknown');
  second.unmount();
  const third = another();
  expect(screen.getByLabelText('Title')).toHaveValue('Fair');
  await third.user.click(screen.getByRole('button', { name: 'Discard it' }));
  third.unmount();
  another();
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
});

it('stays in the tab while it is sent, also when another form is opened', async () => {
  const first = await send();
  first.leave();
  another();
  expect(Object.values(sessionStorage).join()).toContain('Launch');
  await first.end('stored');
  expect(Object.values(sessionStorage).join()).not.toContain('Launch');
});

it('changes nothing while it is sent: what could not be sent is not typed', async () => {
  const { user, end } = await send();
  await user.type(screen.getByLabelText('Title'), ' party');
  await user.click(screen.getByRole('checkbox', { name: 'Whole days' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
  expect(screen.getByRole('checkbox', { name: 'Whole days' })).toBeChecked();
  await end('unknown');
  await user.type(screen.getByLabelText('Title'), ' party');
  expect(screen.getByLabelText('Title')).toHaveValue('Launch party');
});

it('is not discarded while it is sent: it may fail', async () => {
  const first = await send();
  first.leave();
  await first.end('unknown');
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  const { user } = another(() => promise);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const discard = screen.getByRole('button', { name: 'Discard it' });
  expect(discard).toHaveAttribute('aria-disabled', 'true');
  await user.click(discard);
  await act(async () => resolve('unknown'));
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
  await user.click(discard);
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

it.each([
  ['added', true, 'Sent as it is, it is not added twice.'],
  ['changed', false, 'the event does not say this now: save it again, or discard it.'],
])(
  'says of an event that was being %s when the page was left what sending it again does',
  async (_, isAdded, words) => {
    signIn(buildUser({ email: 'ada@lab.example', roles: ['admin'] }));
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    const draft = { ...initial, title: 'Launch' };
    const sending = sendUnsavedEvent('1', 'a', { initial, draft, sent: null }, () => promise);
    const entries = Object.entries(sessionStorage);
    await act(async () => resolve('stored'));
    await sending;
    // The storage as the closed page left it.
    for (const [name, text] of entries) sessionStorage.setItem(name, String(text));
    renderRemote(
      <EventForm
        label="C"
        submitLabel="Save"
        id="1"
        isAdded={isAdded}
        initial={initial}
        onSubmit={jest.fn()}
        onLeave={jest.fn()}
      />,
      { session: { email: 'ada@lab.example', roles: ['admin'] } },
    );
    expect(screen.getByText('You sent this before.').parentElement).toHaveTextContent(words);
  },
);

it.each(['open', 'left'])('asks before a reload while it is sent from a form that is %s', async (form) => {
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { leave, end } = await send();
  if (form === 'left') leave();
  expect(asks()).toBe(true);
  await end('stored');
  if (form === 'open') leave();
  expect(asks()).toBe(false);
});
