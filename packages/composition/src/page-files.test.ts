import { filesOfPage, matchRoute } from './routes.ts';
import { testLock } from './testing-lock.ts';

const lock = testLock();

function named(path: string) {
  const { styles, scripts } = filesOfPage(lock, matchRoute(lock, path));
  const name = (files: typeof styles) => files.map((file) => `${file.release.name}/${file.path}`);
  return { styles: name(styles), scripts: name(scripts) };
}

test('a page of a remote needs the files of the shell, the entry of the remote and those of its component', () => {
  expect(named('/')).toEqual({
    styles: ['shell/main.css', 'mfe-a/home.css'],
    scripts: ['shell/vendor.js', 'mfe-a/remote-entry.js', 'mfe-a/home.js'],
  });
});

test.each([
  ['a page of the shell', '/dashboard'],
  ['an address without a page', '/nowhere'],
  ['a component that the release does not list', '/about'],
])('%s needs the files of the shell alone', (_name, path) => {
  expect(named(path)).toEqual({ styles: ['shell/main.css'], scripts: ['shell/vendor.js'] });
});
