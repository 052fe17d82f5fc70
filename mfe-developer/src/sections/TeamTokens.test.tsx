import { revokeTeamToken } from '@cytocomm/contract';
import { buildTeamToken, problem, type RenderedRemote, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import TeamTokens from './TeamTokens.tsx';

const portal = startFakePortal(() => ({ teamTokens: [buildTeamToken({ name: 'old pipeline' })] }));
const open = () => renderRemote(<TeamTokens />, { session: { email: 'dev@x.example', roles: ['developer'] } });
const press = async (user: RenderedRemote['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

async function make(user: RenderedRemote['user'], days = '30') {
  await user.type(screen.getByLabelText('Remote'), 'mfe-news');
  await user.type(screen.getByLabelText('Name'), 'news pipeline');
  await user.clear(screen.getByLabelText('Valid for days'));
  await user.type(screen.getByLabelText('Valid for days'), days);
  await press(user, 'Make token');
}

it('makes a token, which is shown once, and copies it', async () => {
  const { user } = open();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await make(user);
  expect(await screen.findByText('Copy this token now: it is not shown again.')).toBeVisible();
  const token = `cyt_${portal.data.teamTokens[0]?.id}secret`;
  expect(screen.getByLabelText('New token')).toHaveValue(token);
  expect(screen.getByLabelText('New token')).toHaveFocus();
  await press(user, 'Copy');
  expect(await screen.findByText('Token copied')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(token);
  expect(await screen.findByRole('row', { name: /news pipeline/ })).toHaveTextContent('dev@x.example');

  await press(user, 'I have kept it');
  expect(screen.queryByLabelText('New token')).toBeNull();
  expect(document.body.textContent).not.toContain(token);
});

it('shows many tokens step by step; the focus goes to the first of the last that come', async () => {
  portal.data.teamTokens = Array.from({ length: 45 }, (_, index) =>
    buildTeamToken({ id: `t${index}`, name: `n${index}` }),
  );
  const { user } = open();
  const tokens = () => screen.getAllByRole('button', { name: /^Revoke / });
  await screen.findByRole('row', { name: /n19/ });
  expect(tokens()).toHaveLength(20);
  await press(user, 'Show more');
  await press(user, 'Show more');
  expect(tokens()).toHaveLength(45);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Revoke n40 / })).toHaveFocus());
});

it('says when the browser does not allow copying', async () => {
  const { user } = open();
  await make(user);
  await screen.findByLabelText('New token');
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await press(user, 'Copy');
  expect(await screen.findByText(/The token is selected: copy it by hand/)).toBeVisible();
});

it('says what is wrong with each field before anything is sent', async () => {
  const { user } = open();
  await user.type(screen.getByLabelText('Remote'), 'Not A Remote');
  await user.clear(screen.getByLabelText('Valid for days'));
  await user.type(screen.getByLabelText('Valid for days'), '400');
  await press(user, 'Make token');
  expect(screen.getByText(/such as mfe-investor\./)).toBeVisible();
  expect(screen.getByText(/Say where it is used/)).toBeVisible();
  expect(screen.getByText('A whole number from 1 to 365.')).toBeVisible();
  expect(screen.getByLabelText('Remote')).toHaveFocus();
  expect(portal.data.teamTokens).toHaveLength(1);
});

it('keeps what was typed when making fails', async () => {
  portal.server.use(http.post('/api/team-tokens', () => problem('internal', 'It broke.')));
  const { user } = open();
  await make(user);
  expect(await screen.findByText(/The token was not made\. It broke\./)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('news pipeline');
});

it('revokes a token after asking', async () => {
  const { user } = open();
  await press(user, 'Revoke old pipeline of mfe-investor');
  const ask = within(screen.getByRole('dialog', { name: 'Revoke the token “old pipeline”?' }));
  await user.click(ask.getByRole('button', { name: 'Cancel' }));
  expect(portal.data.teamTokens).toHaveLength(1);
  await press(user, 'Revoke old pipeline of mfe-investor');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('Token revoked')).toBeVisible();
  expect(await screen.findByText('No team tokens.')).toBeVisible();
});

it('that somebody else has revoked goes, and that is told', async () => {
  const { user } = open();
  await press(user, 'Revoke old pipeline of mfe-investor');
  portal.data.teamTokens = [];
  portal.refuse(revokeTeamToken, 'not-found', { detail: 'There is no such token.' });
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText(/This was not done\. There is no such token\./)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says that it is loading', () => {
  portal.server.use(http.get('/api/team-tokens', () => delay('infinite')));
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading team tokens');
});

it('says what could not be loaded, and heals on Retry', async () => {
  portal.server.use(http.get('/api/team-tokens', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The tokens could not be loaded.');
  await press(user, 'Retry');
  expect(await screen.findByRole('row', { name: /old pipeline/ })).toBeVisible();
});
