import { testRelease } from '../testing-lock.ts';
import { openArrivingPage } from './arriving-page.ts';
import { RemoteFailed, type RemoteLoader } from './remotes.ts';

const release = testRelease('mfe-a');
const route = { release, route: { path: '/about', title: 'About', component: 'About', public: true } };

/** A loader whose loads and reloads end as a test says. */
function scripted(...outcomes: readonly (() => Promise<never>)[]) {
  const left = [...outcomes];
  const asked: string[] = [];
  const next = (kind: string) => {
    asked.push(kind);
    return (left.shift() ?? (() => new Promise<never>(() => {})))();
  };
  const loader: RemoteLoader = { loaded: () => undefined, load: () => next('load'), reload: () => next('reload') };
  return { loader, asked };
}

const refused = () => Promise.reject(new RemoteFailed(release, 'About', 'entry', new Error('404')));

test('a failure is told and leaves the page waiting; Retry asks past the cache, and meanwhile there is no failure', async () => {
  const { loader, asked } = scripted(refused, refused);
  const failures: RemoteFailed[] = [];
  const page = openArrivingPage(route, loader, (failure) => void failures.push(failure));
  const changed = jest.fn();
  page.subscribe(changed);
  expect(page.failure()).toBeUndefined();
  await Promise.resolve().then(() => undefined);
  expect(page.failure()?.phase).toBe('entry');
  page.retry();
  expect(page.failure()).toBeUndefined();
  await Promise.resolve().then(() => undefined);
  expect(page.failure()?.phase).toBe('entry');
  expect(asked).toEqual(['load', 'reload']);
  expect(failures).toHaveLength(2);
  expect(changed).toHaveBeenCalledTimes(3);
});

test('a page that is left waits no longer', async () => {
  const page = openArrivingPage(route, scripted(refused).loader, () => {});
  page.leave();
  await expect(page.loaded).resolves.toBeUndefined();
});

test('what is no failure of a remote is wrapped, its cause kept', async () => {
  const cause = new TypeError('odd');
  const page = openArrivingPage(route, scripted(() => Promise.reject(cause)).loader, () => {});
  await Promise.resolve().then(() => undefined);
  expect(page.failure()).toMatchObject({ name: 'RemoteFailed', cause });
});
