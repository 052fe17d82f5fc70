// @ts-check
// The program of a page process. It is one file, because the process may read no other, and JavaScript, because a start
// takes half the time and memory without the translation. Code of remotes runs here, so it runs in a realm that holds the
// language and timers: no object of Node's is handed into it, nothing but plain text is taken out of it, and what Node has
// lying around is gone before the first bundle comes.

import vm from 'node:vm';

/**
 * @import { FromPageProcess, PageRequest, ServerBundle, ToPageProcess } from '../src/prerender/page-process.ts'
 * @typedef {(request: string) => unknown} Require
 * @typedef {(module: { exports: unknown }, exports: unknown, require: Require) => void} Fill
 */

/**
 * Runs inside a page's realm, as text, before any bundle does: makes the page's timers and returns what drives the page.
 * Time does not pass here: a timer is due when nothing else is left to do.
 *
 * @param {string} inputJson
 */
function pageRealm(inputJson) {
  // Each of them could run code later than the page, or wait without end.
  for (const name of ['Atomics', 'FinalizationRegistry', 'SharedArrayBuffer', 'WebAssembly'])
    Reflect.deleteProperty(globalThis, name);

  let now = 0;
  let lastId = 0;
  /** @type {{ id: number, due: number, run: () => void }[]} */
  let timers = [];
  /** @type {(run: () => void, ms: unknown, id?: number) => number} */
  const setTimer = (run, ms, id = ++lastId) => {
    timers.push({ id, due: now + Math.max(0, Number(ms) || 0), run });
    return id;
  };
  /** @type {(id: unknown) => void} */
  const clearTimer = (id) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  /** @typedef {(call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => number} SetTimer */
  /** @type {SetTimer} */
  const setTimeout = (call, ms = 0, ...args) => setTimer(() => call(...args), ms);
  /** @type {SetTimer} */
  const setInterval = (call, ms = 0, ...args) => {
    const id = ++lastId;
    const again = () => {
      setTimer(again, Math.max(1, ms), id);
      call(...args);
    };
    return setTimer(again, ms, id);
  };
  /** @type {(call: () => void) => void} */
  const queueMicrotask = (call) => void Promise.resolve().then(call);
  Object.assign(globalThis, {
    setTimeout,
    setInterval,
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    queueMicrotask,
  });

  /** @type {string | undefined} A plus and the markup, or a minus and what went wrong. */
  let outcome;
  /** @type {object} */
  let shared = {};
  /** @type {unknown} */
  let render;
  /** @type {object} */
  let pages = {};

  /** @type {(error: unknown) => string} */
  const wordsOf = (error) => {
    try {
      if (!(error instanceof Error)) return String(error);
      const inner = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
      return [error.stack ?? String(error), ...inner.map(wordsOf)].join('\n').slice(0, 4000);
    } catch {
      return 'an error that cannot be put into words';
    }
  };
  /** @type {(work: () => void) => void} */
  const attempt = (work) => {
    try {
      if (outcome === undefined) work();
    } catch (error) {
      outcome = `-${wordsOf(error)}`;
    }
  };
  /** @type {(fill: Fill, require: Require) => object} */
  const exportsOf = (fill, require) => {
    const module = { exports: /** @type {unknown} */ ({}) };
    fill(module, module.exports, require);
    if (typeof module.exports !== 'object' || module.exports === null)
      throw new Error('a server build exports nothing');
    return module.exports;
  };
  /** @type {Require} */
  const none = (request) => {
    throw new Error(`asks for ${request}, which the shell does not share`);
  };

  return Object.freeze({
    /** @param {Fill} fill */
    shell: (fill) =>
      attempt(() => {
        const shell = exportsOf(fill, none);
        if ('shared' in shell && typeof shell.shared === 'object' && shell.shared !== null) shared = shell.shared;
        if ('render' in shell) render = shell.render;
      }),
    /** @param {Fill} fill */
    remote: (fill) =>
      attempt(() => {
        pages = exportsOf(fill, (name) => (Object.hasOwn(shared, name) ? Reflect.get(shared, name) : none(name)));
      }),
    render: () =>
      attempt(() => {
        if (typeof render !== 'function') throw new Error('the server build of the shell has no render function');
        const { component, ...page } = JSON.parse(inputJson);
        Promise.resolve(render({ ...page, component: Reflect.get(pages, component) })).then(
          (/** @type {unknown} */ markup) => {
            outcome ??= typeof markup === 'string' ? `+${markup}` : '-the shell rendered something else than a text';
          },
          (/** @type {unknown} */ error) => {
            outcome ??= `-${wordsOf(error)}`;
          },
        );
      }),
    /** Runs the timer that is due first; whether there was one. */
    step: () => {
      let next = timers[0];
      for (const timer of timers) if (next && timer.due < next.due) next = timer;
      if (!next) return false;
      timers = timers.filter((timer) => timer !== next);
      now = next.due;
      attempt(next.run);
      return true;
    },
    outcome: () => outcome,
  });
}

const RENDER = new vm.Script('__page.render()');
const STEP = new vm.Script('__page.step()');
const OUTCOME = new vm.Script('__page.outcome()');
const { stdin, stdout } = process;
const clock = performance;

/**
 * @param {'shell' | 'remote'} kind
 * @param {ServerBundle} bundle
 */
function bundleScript(kind, { name, code }) {
  return new vm.Script(`__page.${kind}(function (module, exports, require) {${code}\n})`, { filename: name });
}

/**
 * Makes one page in a new realm. Nothing of an earlier page is left in it, and nothing of it is left for a later one.
 *
 * @param {readonly vm.Script[]} bundles
 * @param {PageRequest} request
 * @returns {FromPageProcess}
 */
function makePage(bundles, { page, deadlineMs, maxMarkup }) {
  const startedAt = clock.now();
  const ends = startedAt + deadlineMs;
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: false, wasm: false },
  });
  /** @type {(script: vm.Script) => unknown} */
  const run = (script) => script.runInContext(context, { timeout: Math.max(1, Math.ceil(ends - clock.now())) });
  try {
    run(new vm.Script(`const __page = (${pageRealm})(${JSON.stringify(JSON.stringify(page))});`));
    for (const bundle of bundles) run(bundle);
    run(RENDER);
    for (;;) {
      const outcome = run(OUTCOME);
      if (typeof outcome === 'string') {
        const words = outcome.slice(1, maxMarkup + 1);
        if (outcome[0] !== '+') return { failure: words, spent: false };
        if (outcome.length <= maxMarkup) return { markup: words };
        return { failure: `its markup is longer than ${maxMarkup} characters`, spent: true };
      }
      if (run(STEP) !== true) return { failure: 'it waits for something that never comes', spent: false };
    }
  } catch {
    // What a page throws is never looked at: it is an object of the page's.
    return { failure: `it was stopped after ${Math.round(clock.now() - startedAt)} ms`, spent: true };
  }
}

/** @type {vm.Script[]} */
let bundles = [];

/** @param {FromPageProcess} message */
function say(message) {
  stdout.write(`${JSON.stringify(message)}\n`);
}

/** @param {ToPageProcess} message */
function take(message) {
  if ('page' in message) {
    say(makePage(bundles, message));
    return;
  }
  try {
    bundles = [bundleScript('shell', message.bundles.shell), bundleScript('remote', message.bundles.remote)];
    say({ ready: true });
  } catch (error) {
    say({ failure: String(error), spent: true });
  }
}

/** @type {string[]} */
let pieces = [];
stdin.setEncoding('utf8');
stdin.on('data', (/** @type {string} */ chunk) => {
  const [first = '', ...more] = chunk.split('\n');
  pieces.push(first);
  for (const next of more) {
    const line = pieces.join('');
    pieces = [next];
    take(JSON.parse(line));
  }
});

// An unhandled rejection of a page does not end the process.
process.on('unhandledRejection', () => {});
const standard = new Set(String(vm.runInNewContext('Object.getOwnPropertyNames(globalThis).join()')).split(','));
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!standard.has(name)) Reflect.deleteProperty(globalThis, name);
