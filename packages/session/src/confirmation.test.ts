import {
  acceptConfirmation,
  acceptSignIn,
  askConfirmation,
  closeSignIn,
  endSession,
  openSignIn,
  useSession,
} from './index.ts';

const { getState } = useSession;
const ada = { email: 'ada@x.example', name: 'Ada', roles: ['admin'] };
beforeEach(() => acceptSignIn(ada));
afterEach(() => closeSignIn());

it('opens one dialog for all callers, who continue once the person has confirmed', async () => {
  const confirmation = [askConfirmation(), askConfirmation()];
  expect(getState()).toMatchObject({ signIn: { open: true }, confirming: true });
  acceptConfirmation();
  expect(await Promise.all(confirmation)).toEqual([true, true]);
  expect(getState()).toMatchObject({ signIn: { open: false }, confirming: false });
});

it.each([
  ['closes the dialog', () => closeSignIn(), false],
  ['opens the sign-in instead', () => openSignIn(), true],
  ['is signed out', () => endSession('Over.'), false],
  ['is another one', () => acceptSignIn({ ...ada, email: 'eve@x.example' }), false],
])('is not confirmed when the person %s; a later question is a new one', async (_, happen, open) => {
  const confirmation = askConfirmation();
  happen();
  expect(await confirmation).toBe(false);
  expect(getState()).toMatchObject({ signIn: { open }, confirming: false });
  acceptSignIn(ada);
  const again = askConfirmation();
  acceptConfirmation();
  expect(await again).toBe(true);
});

it('resolves to false for a visitor', async () => {
  endSession('Over.');
  expect(await askConfirmation()).toBe(false);
  expect(getState().signIn.open).toBe(false);
});

it('a sign-in says whether a passkey has to be added first', () => {
  expect(getState().passkeyNeeded).toBe(false);
  acceptSignIn({ ...ada, passkeyNeeded: true });
  expect(getState().passkeyNeeded).toBe(true);
  endSession('Over.');
  expect(getState().passkeyNeeded).toBe(false);
});
