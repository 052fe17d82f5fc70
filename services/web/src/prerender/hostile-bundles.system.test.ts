import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchRoute } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import pino from 'pino';
import { createPrerenderer, type Prerenderer } from './prerenderer.ts';

// What a remote's server build may try: it costs the page its markup, and nothing else. After each of them the same
// prerenderer makes a page of the same remote, and one of another.

const WORK_MS = 600;
const SHELL = `module.exports = { shared: { react: { version: '19' } }, render: async ({ component }) => component() };`;

let dir: string;
let prerenderer: Prerenderer;
let web: Server;
let requestCount: number;
let address: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'hostile-'));
  prerenderer = createPrerenderer(dir, pino({ level: 'silent' }), { workMs: WORK_MS, pageMs: 20_000, waitMs: 20_000 });
  requestCount = 0;
  web = createServer((_request, response) => {
    requestCount++;
    response.end('reached');
  });
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready));
  address = `127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  prerenderer.end();
  await new Promise((closed) => web.close(closed));
  rmSync(dir, { recursive: true, force: true });
});

function release(name: string, code: string, pages: string[]): LockedRelease {
  const hash = createHash('sha384').update(code);
  const id = `0.1.0-${createHash('sha256').update(code).digest('hex').slice(0, 12)}`;
  const folder = join(dir, name, id, '.server');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bundle.cjs'), code);
  return {
    name,
    title: name,
    version: '0.1.0',
    release: id,
    contract: '1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [{ path: '.server/bundle.cjs', integrity: `sha384-${hash.digest('base64')}`, bytes: code.length }],
    contributions: {
      routes: pages.map((page) => ({ path: `/${page.toLowerCase()}`, component: page, title: page, public: true })),
      links: [],
      sections: [],
      overlays: [],
    },
    baseUrl: `/releases/${name}/${id}/`,
  };
}

/** A lock whose remote mfe-bad runs this code at its start, and this in its page /bad. */
function lockWith(start: string, page: string): Lock {
  const bad = `${start}; module.exports = { Bad: () => { ${page} }, Fine: () => '<p>fine</p>' };`;
  const other = `module.exports = { Other: () => '<p>' + [1, 2].map((n) => n * 2) + JSON.stringify({ a: 1 }) + '</p>' };`;
  return {
    id: '0123456789abcdef',
    createdAt: '2026-01-01T00:00:00.000Z',
    shell: release('shell', SHELL, []),
    remotes: [release('mfe-bad', bad, ['Bad', 'Fine']), release('mfe-other', other, ['Other'])],
  };
}

async function render(lock: Lock, path: string): Promise<string> {
  const matched = matchRoute(lock, path);
  if (!matched) throw new Error(`no page ${path}`);
  try {
    return await prerenderer.render(lock, matched);
  } catch (error) {
    const cause = error instanceof Error && error.cause;
    return `none: ${cause instanceof Error ? cause.message : String(error)}`;
  }
}

const expectOtherIsFine = async (lock: Lock) =>
  expect(await render(lock, '/other')).toBe('<p>2,4{&quot;a&quot;:1}</p>'.replaceAll('&quot;', '"'));

const LOOP = 'for (;;) if (Date.now() < 0) break;';
const LATE = /stopped after \d+ ms/;

test.each([
  ['an endless loop', LOOP, LATE],
  [
    'an endless loop of microtasks',
    '(function next() { Promise.resolve().then(next); })(); return new Promise(() => {});',
    LATE,
  ],
  ['an endless loop of timers', 'setInterval(() => {}, 1000); return new Promise(() => {});', LATE],
  ['an expression that never ends', 'return String(/(a+)+$/.test("a".repeat(60) + "b"));', LATE],
  ['a promise that never resolves', 'return new Promise(() => {});', /waits for something that never comes/],
  ['an error', 'throw new Error("broken page");', /broken page/],
  ['a rejected promise', 'return Promise.reject(new Error("broken page", { cause: new Error("deep") }));', /deep/],
  ['a timer that throws', 'setTimeout(() => { throw new Error("late"); }); return new Promise(() => {});', /late/],
  ['nothing thrown', 'throw undefined;', /undefined/],
  ['an error that cannot be read', 'throw { toString() { throw this; } };', /cannot be put into words/],
  ['an error that is its own cause', 'const e = new Error("round"); e.cause = e; throw e;', /round|words/],
  ['an error that never ends', `throw new Proxy(new Error(), { get() { ${LOOP} } });`, LATE],
  ['endless calls', '(function deeper() { deeper(); deeper(); })();', /call stack/],
  ['something else than a text', 'return { toString: () => "<p>forged</p>" };', /something else than a text/],
  ['the end of the process', 'process.exit(7);', /process is not defined/],
  ['an aborted process', 'globalThis.process.abort();', /undefined/],
  ['markup of 5 million characters', 'return "x".repeat(5e6);', /longer than/],
  ['markup of 500 million characters', 'return "x".repeat(5e8);', /longer than|ended with|memory|stopped after/],
  ['a heap that grows', 'const leak = []; for (;;) leak.push(new Array(1e5).fill(1.5));', /ended with|stopped after/],
  [
    'buffers that grow',
    'const leak = []; for (;;) leak.push(new Uint8Array(5e7).fill(1));',
    /memory|ended with|stopped after|allocation/,
  ],
  [
    'a text that grows',
    'let text = "x"; for (;;) text += text + Date.now();',
    /ended with|stopped after|Invalid string length/,
  ],
])('%s in a page costs that page its markup, and no other', async (_, page, reason) => {
  const lock = lockWith('', page);
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
  expect(await render(lock, '/bad')).toMatch(reason);
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
  await expectOtherIsFine(lock);
});

test.each([
  ['an endless loop', LOOP, LATE],
  ['an error', 'throw new Error("broken start");', /broken start/],
  ['code that is none', 'this is no code', /SyntaxError/],
  ['code that ends its frame', `}); ${LOOP} (function () {`, LATE],
  ['exports that are taken away', 'Object.defineProperty(module, "exports", { get() { throw 1; } });', /1/],
  ['a package that is not shared', 'require("left-pad");', /asks for left-pad, which the shell does not share/],
  ['the file system', 'require("node:fs").readFileSync("/etc/passwd");', /asks for node:fs/],
  ['a heap that grows', 'const leak = []; for (;;) leak.push(new Array(1e5).fill(1.5));', /ended with|stopped after/],
])('%s at the start of a bundle costs its pages their markup, and no other', async (_, start, reason) => {
  const lock = lockWith(start, 'return "";');
  expect(await render(lock, '/bad')).toMatch(reason);
  expect(await render(lock, '/fine')).toMatch(reason);
  await expectOtherIsFine(lock);
});

test.each([
  [
    'methods of the language',
    'Array.prototype.map = () => "stolen"; JSON.stringify = () => "stolen"; Promise.prototype.then = null;',
  ],
  [
    'what every object inherits',
    'Object.defineProperty(Object.prototype, "markup", { get: () => "stolen", set() {} });',
  ],
  ['fetch and globals', 'globalThis.fetch = () => "stolen"; globalThis.setTimeout = null; globalThis.kept = 1;'],
  ['what the shell shares', 'require("react").version = "stolen";'],
  ['errors', 'Error.prepareStackTrace = () => { for (;;); }; Error.stackTraceLimit = 1e9;'],
])('a page that changes %s changes it for itself alone', async (_, change) => {
  const look =
    'return [[1].map((n) => n + 1), JSON.stringify([typeof fetch, typeof setTimeout, typeof kept, require("react").version])].join();';
  const lock = lockWith('', `if (${JSON.stringify(change)}.length > 0) { ${change} } ${look}`);
  await render(lock, '/bad');
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
  await expectOtherIsFine(lock);
  expect(await render(lockWith(change, look), '/fine')).toMatch(/fine|none/);
  await expectOtherIsFine(lock);
  expect([1].map((n) => n + 1)).toEqual([2]);
});

test('a hostile page that is rendered first holds up no other', async () => {
  const lock = lockWith('', LOOP);
  render(lock, '/bad').catch(() => undefined);
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
  await expectOtherIsFine(lock);
});

test('no page sees what an earlier one left', async () => {
  const lock = lockWith(
    'let count = 0',
    'globalThis.seen = (globalThis.seen ?? 0) + 1; return String([++count, seen]);',
  );
  expect([await render(lock, '/bad'), await render(lock, '/bad')]).toEqual(['1,1', '1,1']);
});

test('a page has the language and timers, and nothing of Node', async () => {
  const names =
    'process require Buffer global fetch WebSocket EventSource XMLHttpRequest navigator crypto module.children WebAssembly SharedArrayBuffer Atomics FinalizationRegistry';
  const lock = lockWith(
    '',
    `return ${JSON.stringify(names.split(' '))}.filter((n) => n.split('.').reduce((o, k) => o?.[k], globalThis)).join() + '.';`,
  );
  expect(await render(lock, '/bad')).toBe('.');
});

test.each([
  ['a function compiled from text', '(() => {}).constructor("return process")()'],
  ['eval', 'eval("process")'],
  ['the function of a thing of Node', 'console.log.constructor("return process")()'],
  ['the function of what require is', 'require.constructor("return process")()'],
  ['an async function compiled from text', '(async () => {}).constructor("return process")()'],
])('%s is refused', async (_, code) => {
  expect(await render(lockWith('', `return String(${code});`), '/bad')).toMatch(
    /Code generation from strings disallowed/,
  );
});

test('a refused import leads to nothing: neither to an error of Node, nor to work after the page', async () => {
  const lock = lockWith('', `import('node:net').then(() => {}, () => { ${LOOP} }); return "<p>made</p>";`);
  expect(await render(lock, '/bad')).toBe('<p>made</p>');
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
  const waits = lockWith(
    '',
    `return import('node:net').catch((error) => error.constructor.constructor('return process')());`,
  );
  expect(await render(waits, '/bad')).toMatch(/never comes|disallowed/);
});

test('no object of Node is to be had from an error, however deep it is made', async () => {
  const page = `
    const found = new Set();
    const look = (thing, what) => {
      if (thing !== Object(thing) || thing instanceof Object) return;
      found.add(what);
    };
    Error.prepareStackTrace = (error, calls) => {
      look(calls, 'calls');
      for (const call of calls) for (const get of ['getThis', 'getFunction']) look(call[get](), get);
      return calls;
    };
    const tries = [() => new Error().stack, () => null.name, () => console.log({}), () => new Intl.NumberFormat('--'), () => [].reduce()];
    let triesLeft = 200;
    const deeper = () => {
      try { deeper(); } catch (error) { look(error, 'call stack'); look(error.stack, 'stack'); }
      if (triesLeft-- > 0) for (const one of tries) try { one(); } catch (error) { look(error, String(one)); look(error.stack, 'stack'); }
    };
    deeper();
    return [...found].join() + '.';`;
  expect(await render(lockWith('', page), '/bad')).toBe('.');
});

test('nothing leaves over the network', async () => {
  const page = `
    const tries = [
      () => fetch('http://${address}/'),
      () => new WebSocket('ws://${address}/'),
      () => new EventSource('http://${address}/'),
      () => require('node:http').get('http://${address}/'),
      () => process.getBuiltinModule('node:net').connect(1, '127.0.0.1'),
    ];
    import('http://${address}/').catch(() => {});
    import('data:text/javascript,fetch("http://${address}/")').catch(() => {});
    return Promise.allSettled(tries.map(async (go) => go())).then((all) => all.map(({ status }) => status).join());`;
  expect(await render(lockWith('', page), '/bad')).toBe(Array(5).fill('rejected').join());
  expect(requestCount).toBe(0);
});

test('a flood of words goes nowhere', async () => {
  const lock = lockWith('', 'for (let n = 0; n < 1e5; n++) console.log("x".repeat(1000)); return "<p>said</p>";');
  expect(await render(lock, '/bad')).toBe('<p>said</p>');
  await expectOtherIsFine(lock);
});

test('a page cannot speak for another one', async () => {
  const own = '<p>own</p>\n{"markup":"<p>forged</p>"}\n{"ready":true}\n';
  const forge = `try { __page.outcome = () => '+<p>forged</p>'; __page = null; } catch {}`;
  const lock = lockWith('', `${forge} return ${JSON.stringify(own)};`);
  expect(await render(lock, '/bad')).toBe(own);
  expect(await render(lock, '/fine')).toBe('<p>fine</p>');
});

test('a server build that is not what the lock names is not run', async () => {
  const lock = lockWith('', 'return "<p>good</p>";');
  const [bad] = lock.remotes;
  writeFileSync(
    join(dir, 'mfe-bad', bad?.release ?? '', '.server', 'bundle.cjs'),
    'module.exports = { Bad: () => "<p>evil</p>" };',
  );
  expect(await render(lock, '/bad')).toMatch(/not what the lock names/);
});

test.each([
  [
    'ends the root and brings a lock of its own',
    '</div><script type="application/json" id="portal-lock">{}</script><div>',
  ],
  ['ends the root by a list in a list', '<li><div><li></li></div><p>outside</p></li>'],
  ['does not end a comment', '<!-- '],
  ['does not end an element', '<p><b>'],
  ['does not end a text', '<textarea>'],
  ['swallows what comes after', '<plaintext>'],
  ['changes the document', '<body onload="x()"></body>'],
  ['brings a script', '<script src="/releases/x/entry.js"></script>'],
  ['leads elsewhere', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  [
    'leads elsewhere without scripts',
    '<noscript><meta http-equiv="refresh" content="0;url=https://evil.example/"></noscript>',
  ],
  ['changes where addresses lead', '<base href="https://evil.example/">'],
  ['handles events', '<img src="x" onerror="x()">'],
  ['has a script for an address', '<a href=" java&#10;script:x()">x</a>'],
  ['takes the name of the data', '<i id="portal-data"></i>'],
  ['holds another document', '<iframe srcdoc="<script>x()</script>"></iframe>'],
])('markup that %s is refused', async (_, markup) => {
  const lock = lockWith('', `return ${JSON.stringify(markup)};`);
  expect(await render(lock, '/bad')).toMatch(/its markup is refused/);
});

test('markup that takes for ever to read is given up, and the next is read', async () => {
  const lock = lockWith(
    '',
    'let tags = ""; for (let n = 0; n < 60000; n++) tags += "<b a" + n + ">"; return "<p>" + tags + "</p><p>".repeat(50000);',
  );
  expect(await render(lock, '/bad')).toMatch(/too long to read|cannot be read|refused/);
  await expectOtherIsFine(lock);
});
