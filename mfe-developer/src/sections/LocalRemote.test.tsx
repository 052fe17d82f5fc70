import { problem, type RenderedRemote, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen } from '@testing-library/react';
import { delay, http } from 'msw';
import LocalRemote from './LocalRemote.tsx';

const portal = startFakePortal();
const open = (address = '/dashboard') =>
  renderRemote(<LocalRemote />, { session: { email: 'dev@x.example', roles: ['developer'] }, path: address });
const form = () => screen.findByRole('form', { name: 'Load a remote from your own machine' });

async function allow(user: RenderedRemote['user'], remote = 'mfe-news', at = 'http://localhost:4001') {
  await form();
  await user.type(screen.getByLabelText('Remote'), remote);
  await user.type(screen.getByLabelText('Address on your machine'), at);
  await user.click(screen.getByRole('button', { name: 'Allow in this browser' }));
}

it('allows a remote of the own machine in this browser, says so, and stops it', async () => {
  const { user } = open();
  await allow(user, 'mfe-news', 'http://localhost:4001/');
  expect(await screen.findByText('Pages that you open load mfe-news from http://localhost:4001.')).toBeVisible();
  expect(portal.data.localRemote).toMatchObject({ remote: 'mfe-news', origin: 'http://localhost:4001' });
  expect(screen.getByRole('button', { name: 'Reload with it' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/^Stopped:/)).toBeVisible();
  expect(await form()).toBeVisible();
  expect(portal.data.localRemote).toBeNull();
});

it('takes over what the terminal has printed, and sends nothing by itself', async () => {
  const { user } = open('/dashboard?section=developer&local-remote=mfe-lab&at=http%3A%2F%2F127.0.0.1%3A4002');
  await form();
  expect(screen.getByLabelText('Remote')).toHaveValue('mfe-lab');
  expect(screen.getByLabelText('Address on your machine')).toHaveValue('http://127.0.0.1:4002');
  expect(portal.data.localRemote).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Allow in this browser' }));
  expect(await screen.findByText('Pages that you open load mfe-lab from http://127.0.0.1:4002.')).toBeVisible();
});

it.each([
  'https://localhost:4001',
  'http://localhost',
  'http://localhost:0',
  'http://localhost:65536',
  'http://192.168.0.7:4001',
  'http://localhost.evil.example:4001',
  'javascript:alert(1)',
])('the address %s is refused before anything is sent', async (at) => {
  const { user } = open();
  await allow(user, 'shell', at);
  expect(screen.getByText(/such as http:\/\/localhost:4001/)).toBeVisible();
  expect(screen.getByText(/such as mfe-investor/)).toBeVisible();
  expect(screen.getByLabelText('Remote')).toHaveFocus();
  expect(portal.data.localRemote).toBeNull();
});

it('says how many hours there are', async () => {
  const { user } = open();
  await form();
  await user.clear(screen.getByLabelText('Hours'));
  await user.type(screen.getByLabelText('Hours'), '9');
  await allow(user);
  expect(screen.getByText('A whole number from 1 to 8.')).toBeVisible();
});

it('keeps what was typed when it is refused', async () => {
  portal.server.use(http.post('/api/local-remotes', () => problem('internal', 'There is no key.')));
  const { user } = open();
  await allow(user);
  expect(await screen.findByText(/This was not allowed\. There is no key\./)).toBeVisible();
  expect(screen.getByLabelText('Remote')).toHaveValue('mfe-news');
});

it('says when it could not be stopped', async () => {
  const { user } = open();
  await allow(user);
  await screen.findByRole('button', { name: 'Stop' });
  portal.server.use(http.delete('/api/local-remotes', () => problem('internal', 'It broke.')));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/This was not stopped\. It broke\./)).toBeVisible();
  expect(portal.data.localRemote).not.toBeNull();
});

it('says that it is loading', () => {
  portal.server.use(http.get('/api/local-remotes', () => delay('infinite')));
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading the permission');
});

it('says what could not be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/local-remotes', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The permission could not be read.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await form()).toBeVisible();
});
