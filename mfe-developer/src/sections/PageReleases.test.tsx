import { renderRemote } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import PageReleases from './PageReleases.tsx';

const integrity = `sha384-${'A'.repeat(64)}`;
const release = (name: string, title: string) => ({
  name,
  title,
  version: '0.1.0',
  release: '0.1.0-0123456789ab',
  contract: '^1.0.0',
  entry: 'remote-entry.js',
  shared: {},
  components: {},
  files: [
    { path: 'remote-entry.js', integrity, bytes: 1500 },
    { path: 'a.css', integrity, bytes: 500 },
  ],
  contributions: { routes: [], links: [], sections: [], overlays: [] },
  baseUrl: `/releases/${name}/0.1.0-0123456789ab/`,
});
const lock = {
  id: '0123456789abcdef'.repeat(4),
  createdAt: '2030-01-01T00:00:00.000Z',
  shell: release('shell', 'Portal frame'),
  remotes: [release('mfe-admin', 'Administration')],
};

afterEach(() => document.getElementById('portal-lock')?.remove());

it('lists what this page runs on', () => {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'portal-lock';
  block.textContent = JSON.stringify(lock);
  document.head.append(block);

  renderRemote(<PageReleases />);
  expect(screen.getByTitle(lock.id)).toHaveTextContent(/^01234567$/);
  const row = within(screen.getByRole('row', { name: /Administration/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'mfe-admin',
    '0.1.0-0123456789ab',
    '^1.0.0',
    '2',
    '2 KB',
  ]);
});

it('says so where there is no lock', () => {
  renderRemote(<PageReleases />);
  expect(screen.getByText('This page runs without a lock.')).toBeVisible();
});
