import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoChromium, presentChromium, type TrialFinds } from '@cytocomm/trial-run';
import { ROOT, type WrittenRemote, writeBuild } from '../testing/written-remote.ts';
import { tryAlone } from './try-alone.ts';

const TRIAL_MS = 240_000;
const QUICK = { readyMs: 5000, settleMs: 1000, answerMs: 10_000 };
const LAB = { audience: 'lab', origin: 'https://lab.example' };
const ROLE = { name: 'researcher', label: 'Researcher' };

const heading = "return React.createElement('h1', null, 'A part');";
const effect = (code: string) => `React.useEffect(() => { ${code} }, []); ${heading}`;

/** One fault a page, and what has to be said of it. */
const FAULTY_PAGES: Readonly<Record<string, readonly [body: string, says: RegExp, serverBody?: string]>> = {
  'leaks-global': [effect('window.myState = {}'), /global was added or replaced: myState/],
  'replaces-fetch': [effect('window.fetch = async () => new Response()'), /global was added or replaced: fetch/],
  'adds-element': [effect("document.body.append('an advertisement')"), /outside of its slot changed: body .*advertis/],
  'styles-frame': [
    effect("document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))"),
    /style outside of its slot changed: .*color rgb\(255, 0, 0\)/,
  ],
  'changes-head': [effect("document.title = 'Mine'"), /head of the page changed: title Mine/],
  'logs-error': [effect("console.error('something is wrong')"), /console has an error: something is wrong/],
  throws: [effect("throw new Error('mounted badly')"), /console has an error: .*mounted badly/],
  'nameless-button': ["return React.createElement('button')", /axe finds button-name at .*button/],
  'throws-on-server': [heading, /server could not render it: .*no window here/, "throw new Error('no window here')"],
  'loops-on-server': [heading, /server could not render it: it was stopped/, 'for (;;) {}'],
  'uses-window-on-server': [`window.scrollY; ${heading}`, /server could not render it: .*window is not defined/],
  'other-markup': [
    heading,
    /console has an error: .*(418|425|hydrat)/i,
    "return React.createElement('h2', null, 'B');",
  ],
  'never-ready': [
    "return React.createElement('div', { role: 'status' }, 'Loading my part')",
    /not ready within 5 s: it shows “Loading my part”/,
  ],
  'asks-elsewhere': [effect("fetch('https://tracker.example/').catch(() => {})"), /tracker\.example/],
  'shows-a-picture-of-its-backend': [
    "return React.createElement('img', { src: 'https://lab.example/x.png', alt: 'X' })",
    /asks https:\/\/lab\.example\/x\.png, which is not the portal/,
  ],
  'asks-nothing-there': [effect("fetch('/api/no-such-call')"), /calls GET \/api\/no-such-call/],
  // Its process may run on until the browser ends.
  'loops-in-browser': [effect('for (;;) {}'), /the page hangs: it did not answer/],
};

const FAULTY: WrittenRemote = {
  name: 'mfe-faulty',
  pages: Object.fromEntries(
    Object.entries(FAULTY_PAGES).map(([id, [body, , serverBody = body]]) => [id, { body, serverBody }]),
  ),
  sections: { findings: { role: ROLE.name, body: "throw new Error('no findings')" } },
  overlay: { body: "throw new Error('opened badly')" },
  roles: [ROLE],
  backends: [LAB],
};

/** It calls its backend as portal-api does, and shows what came of it; without an answer it is not ready. */
const CALLING = `const [said, set] = React.useState('');
  React.useEffect(() => {
    const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' };
    fetch('${LAB.origin}/studies', { method: 'POST', headers, body: '{}', credentials: 'omit' })
      .then((answer) => set(answer.status === 503 ? 'The studies cannot be shown.' : 'never'), () => set('never'));
  }, []);
  return said === 'The studies cannot be shown.'
    ? React.createElement('p', { role: 'alert' }, said)
    : React.createElement('p', { role: 'status' }, 'Loading studies');`;

const GOOD: WrittenRemote = {
  name: 'mfe-good',
  pages: { good: { body: `const [, set] = React.useState(0); React.useEffect(() => set(1), []); ${heading}` } },
  sections: {
    samples: { role: ROLE.name, body: heading },
    news: { role: 'investor', body: heading },
    studies: { role: 'admin', body: CALLING },
  },
  overlay: {
    body: `React.useEffect(() => {
        const close = ({ key }) => key === 'Escape' && props.onClose();
        addEventListener('keydown', close);
        return () => removeEventListener('keydown', close);
      }, []);
      return props.open
        ? React.createElement('div', { role: 'dialog', 'aria-modal': true, 'aria-label': 'Sign in' }, 'Who are you?')
        : null;`,
  },
  roles: [ROLE],
  backends: [LAB],
};

function requireChromium(): string {
  const chromium = presentChromium();
  if (chromium === undefined) throw new NoChromium('This test needs Chromium: install it, or set CHROMIUM_PATH.');
  return chromium;
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'try-alone-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function tried(remote: WrittenRemote): Promise<TrialFinds> {
  const distDir = join(dir, remote.name);
  const release = writeBuild(distDir, remote);
  return tryAlone(join(ROOT, 'mfe-auth'), [{ release, distDir }], requireChromium(), QUICK);
}

describe('the trial run of portal gate', () => {
  test(
    'names each fault with its place and how to mend it',
    async () => {
      const { faults } = await tried(FAULTY);
      const saidOf = (place: string) => faults.filter((fault) => fault.place === `${place} on a plain frame`);
      const expected: (readonly [place: string, says: RegExp])[] = [
        ...Object.entries(FAULTY_PAGES).map(([id, [, says]]) => [`page /${id} as a visitor`, says] as const),
        [`section findings as ${ROLE.name}`, /console has an error: .*no findings/],
        ['overlay sign-in as a visitor', /console has an error: .*opened badly/],
      ];
      for (const [place, says] of expected)
        expect([
          place,
          saidOf(place)
            .map(({ words }) => words)
            .join('\n'),
        ]).toEqual([place, expect.stringMatching(says)]);
      expect(faults.every(({ mend }) => mend.length > 5)).toBe(true);
    },
    TRIAL_MS,
  );

  test(
    'passes a remote without a fault, as each of its roles, also where its backend is away',
    async () => {
      expect(await tried(GOOD)).toMatchObject({ faults: [], visits: 5 });
    },
    TRIAL_MS,
  );
});
