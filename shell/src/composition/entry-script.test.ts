import { EntryFailed, loadEntryScript } from './entry-script.ts';

const URL_OF_ENTRY = 'https://portal.example/releases/mfe-investor/1.0.0/remote-entry.js';
const GLOBAL = 'mfe_of_this_test';

const container = { init: () => undefined, get: () => Promise.resolve(() => ({})) };
const scripts = () => [...document.head.querySelectorAll('script')];

/** The script that the page now waits for. */
function waitedFor(): HTMLScriptElement {
  const [script] = scripts();
  if (!script) throw new Error('No script was added');
  return script;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, GLOBAL);
  Reflect.deleteProperty(globalThis, 'portalIntegrity');
});

describe('the entry script of a remote', () => {
  it('resolves to the container that it leaves, and leaves no element behind', async () => {
    const loading = loadEntryScript(URL_OF_ENTRY, GLOBAL);
    Reflect.set(globalThis, GLOBAL, container);
    waitedFor().dispatchEvent(new Event('load'));
    expect(await loading).toBe(container);
    expect(scripts()).toEqual([]);
  });

  it('carries the integrity value of the lock', async () => {
    globalThis.portalIntegrity = (url) => `sha384-of-${url}`;
    const loading = loadEntryScript(URL_OF_ENTRY, GLOBAL);
    expect(waitedFor()).toMatchObject({
      src: URL_OF_ENTRY,
      crossOrigin: 'anonymous',
      integrity: `sha384-of-${URL_OF_ENTRY}`,
    });
    waitedFor().dispatchEvent(new Event('error'));
    await expect(loading).rejects.toThrow(EntryFailed);
  });

  it.each<[string, string, unknown]>([
    ['that cannot be loaded', 'error', container],
    ['that leaves no container', 'load', undefined],
    ['that leaves something else under the name', 'load', { get: () => undefined }],
    ['that leaves a container without functions', 'load', { get: 1, init: 1 }],
    ['that leaves null', 'load', null],
  ])('one %s is a failure, and the next try is a new script', async (_, event, left) => {
    const loading = loadEntryScript(URL_OF_ENTRY, GLOBAL);
    Reflect.set(globalThis, GLOBAL, left);
    waitedFor().dispatchEvent(new Event(event));
    await expect(loading).rejects.toThrow(EntryFailed);

    const again = loadEntryScript(URL_OF_ENTRY, GLOBAL);
    Reflect.set(globalThis, GLOBAL, container);
    waitedFor().dispatchEvent(new Event('load'));
    expect(await again).toBe(container);
  });

  it('one that throws while it runs is a failure in its own words, not in those of another script', async () => {
    const loading = loadEntryScript(URL_OF_ENTRY, GLOBAL);
    const another = URL_OF_ENTRY.replace('investor', 'customer');
    dispatchEvent(new ErrorEvent('error', { filename: another, message: 'Error: not mine' }));
    dispatchEvent(new ErrorEvent('error', { filename: URL_OF_ENTRY, message: 'Uncaught Error: boom' }));
    waitedFor().dispatchEvent(new Event('load'));
    await expect(loading).rejects.toThrow(
      `${URL_OF_ENTRY} ran but left no container "${GLOBAL}": Uncaught Error: boom`,
    );
  });
});
