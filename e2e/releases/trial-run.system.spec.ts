import { expect, test } from '@playwright/test';
import { tryRemotes, type WrittenRemote } from '../fixtures/trial.ts';

const heading = "return React.createElement('h1', null, 'A page');";
const effect = (code: string) => `React.useEffect(() => { ${code} }, []); ${heading}`;
const onServer = { serverBody: heading };

/** Remotes with one fault each, and what the trial run says of it. */
const FAULTY: readonly (WrittenRemote & { readonly says: RegExp })[] = [
  {
    id: 'says-error',
    body: effect("console.error('something is wrong')"),
    says: /console has an error: something is wrong/,
  },
  {
    id: 'throws-at-mount',
    body: effect("throw new Error('mounted badly')"),
    says: /console has an error: .*mounted badly/,
  },
  { id: 'fills-header', body: heading, topLinks: 18, says: /in a window of 1280 px the page is \d+ px wider than the/ },
  { id: 'throws-later', body: effect("setTimeout(() => { throw new Error('later') })"), says: /uncaught: later/ },
  {
    id: 'throws-on-server',
    body: heading,
    serverBody: "throw new Error('no window here')",
    says: /server could not render it: .*prerendering/,
  },
  {
    id: 'loops-on-server',
    body: heading,
    serverBody: 'for (;;) {}',
    says: /server could not render it[\s\S]*(stopped|work)/,
  },
  {
    id: 'button-without-name',
    body: "return React.createElement('button')",
    says: /axe finds button-name at .*button/,
  },
  {
    id: 'changes-body',
    body: effect("document.body.className = 'dark'"),
    says: /element outside of its slot changed: body \[class="dark"\]/,
  },
  {
    id: 'changes-html',
    body: effect("document.documentElement.lang = 'de'"),
    says: /element outside of its slot changed: html/,
  },
  {
    id: 'adds-to-body',
    body: effect("document.body.append('an advertisement')"),
    says: /outside of its slot changed: body .*advertisement/,
  },
  {
    id: 'styles-all',
    body: effect(
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'a { color: red }' }))",
    ),
    says: /style outside of its slot changed: .*color rgb\(255, 0, 0\)/,
  },
  { id: 'adds-global', body: effect('window.myState = {}'), says: /global was added or replaced: myState/ },
  {
    id: 'replaces-fetch',
    body: effect('window.fetch = async () => new Response()'),
    says: /global was added or replaced: fetch/,
  },
  { id: 'changes-title', body: effect("document.title = 'Mine'"), says: /head of the page changed: title Mine/ },
  { id: 'asks-elsewhere', body: effect("fetch('https://tracker.example/').catch(() => {})"), says: /tracker\.example/ },
  {
    id: 'shows-picture-of-others',
    body: "return React.createElement('img', { src: 'https://tracker.example/a.png', alt: '' })",
    says: /tracker\.example/,
  },
  { id: 'asks-what-is-not-there', body: effect("fetch('/api/no-such-call')"), says: /calls GET \/api\/no-such-call/ },
  { id: 'opens-dialog', body: effect("setTimeout(() => alert('Hello'))"), says: /opened a dialog \(alert: “Hello”\)/ },
  { id: 'opens-window', body: effect("window.open('/elsewhere')"), says: /opened a window/ },
  { id: 'goes-away', body: effect("location.assign('/elsewhere')"), says: /went to \/elsewhere/ },
  { id: 'goes-outside', body: effect("location.assign('https://tracker.example/')"), says: /tracker\.example/ },
  {
    id: 'breaks-in-translation',
    body: effect(
      "const title = document.querySelector('main h1'), text = title.firstChild; " +
        "window.addEventListener('resize', () => title.replaceChild(new Text('B page'), text))",
    ),
    says: /translation at work the console has an error: uncaught: .*replaceChild/,
  },
];
const GOOD: readonly WrittenRemote[] = [
  { id: 'good', body: `const [count, set] = React.useState(0); React.useEffect(() => set(1), []); ${heading}` },
  {
    id: 'good-and-slow',
    body: effect("document.body.dataset.busy = ''; setTimeout(() => delete document.body.dataset.busy, 500)"),
    ...onServer,
  },
];
const QUICK = { readyMs: 8000, settleMs: 1500, answerMs: 8000 };

const BATCH = 8;
for (let first = 0; first < FAULTY.length; first += BATCH) {
  const batch = FAULTY.slice(first, first + BATCH);
  test(`is refused for its fault, with the place and how to mend it: ${batch.map(({ id }) => id).join(', ')}`, async () => {
    const end = await tryRemotes([...batch, ...GOOD], QUICK);
    if (!('faults' in end)) throw new Error(JSON.stringify(end));
    const placesOf = (id: string) => [`page /${id} `, `links of mfe-${id} `];
    const saidOf = (id: string) =>
      end.faults.filter(({ place }) => placesOf(id).some((beginning) => place.startsWith(beginning)));
    expect(GOOD.flatMap(({ id }) => saidOf(id))).toEqual([]);
    for (const { id, says } of batch) {
      expect
        .soft(
          saidOf(id)
            .map(({ words }) => words)
            .join('\n'),
          id,
        )
        .toMatch(says);
      expect
        .soft(
          saidOf(id).every(({ mend }) => mend.length > 5),
          id,
        )
        .toBe(true);
    }
    expect(end.faults[0]?.place).toBe(`page /${batch[0]?.id} as a visitor on the live shell`);
  });
}

const never = "return React.createElement('div', { role: 'status' }, 'Loading my part')";
const HANGING: readonly (WrittenRemote & { readonly says: RegExp })[] = [
  { id: 'never-ready', body: never, says: /not ready within 8 s: it shows “Loading my part”/ },
  { id: 'suspends-for-ever', body: 'throw new Promise(() => {})', ...onServer, says: /not ready within 8 s/ },
  { id: 'loops', body: 'for (;;) {}', ...onServer, says: /hangs|does not answer|not ready/ },
];
for (const { says, ...remote } of HANGING)
  test(`a page that ${remote.id.replaceAll('-', ' ')} is refused within a deadline`, async () => {
    const end = await tryRemotes([remote], QUICK);
    expect('faults' in end ? end.faults.map(({ words }) => words).join('\n') : end).toMatch(says);
  });

/** Overlays with one fault each: two remotes cannot have the same. */
const OVERLAYS: readonly (readonly [what: string, body: string, says: RegExp])[] = [
  ['throws', "throw new Error('opened badly')", /console has an error: .*opened badly/],
  ['shows no dialog', 'return null', /not ready within 8 s: no dialog is there/],
  [
    'does not close',
    "return React.createElement('div', { role: 'dialog', 'aria-label': 'Sign in', 'aria-modal': true }, 'Sign in')",
    /was not closed 3 s after Escape was pressed/,
  ],
];
for (const [what, overlayBody, says] of OVERLAYS)
  test(`an overlay that ${what} is refused`, async () => {
    const end = await tryRemotes([{ id: 'over', body: heading, overlayBody }], QUICK);
    if (!('faults' in end)) throw new Error(JSON.stringify(end));
    expect(end.faults.map(({ words }) => words).join('\n')).toMatch(says);
    expect(end.faults.map(({ place }) => place)).toContain('overlay sign-in as a visitor on the live shell');
  });

const own = ['mfe-admin', 'mfe-auth', 'mfe-calendar', 'mfe-customer', 'mfe-developer', 'mfe-investor', 'mfe-marketing'];
for (const name of own)
  test(`${name} passes`, async () => {
    const end = await tryRemotes([name]);
    expect(end).toEqual({ faults: [], visits: expect.any(Number) });
  });
