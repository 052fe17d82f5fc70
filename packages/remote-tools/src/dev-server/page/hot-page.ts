import { HOT_BUILDS_PATH } from '@cytocomm/composition';
import { type BuiltMessage, EVENTS_PATH, readMessage } from '../messages.ts';
import { followComponents } from './components.ts';
import { causeOf, createFaultPanel, faultOf, watchErrors } from './faults.ts';
import { followLoads, type HotModule, type WebpackRuntime } from './webpack-runtime.ts';

/** How long a stylesheet may take before the old one goes all the same, in ms. */
const SHEET_MS = 5000;

/** Adds the newer version of a stylesheet in the place of the old one, which stays until that has come. */
function replace(old: HTMLLinkElement, address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  link.href = address;
  return new Promise((resolve) => {
    const settle = () => {
      old.remove();
      resolve();
    };
    link.onload = settle;
    link.onerror = settle;
    setTimeout(settle, SHEET_MS);
    old.after(link);
  });
}

/**
 * Replaces the stylesheets of a build that are in the page and have changed, and resolves when the newer ones are there.
 * `bases` are the addresses that its files have had, the last one the present; `before` is undefined for a page that is older
 * than what is known.
 */
async function replaceStyles(
  bases: readonly string[],
  before: BuiltMessage | undefined,
  now: BuiltMessage,
): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const changed = links.flatMap((link): [HTMLLinkElement, string][] => {
    const base = bases.find((each) => link.href.startsWith(each));
    if (base === undefined) return [];
    const [path = ''] = link.href.slice(base.length).split('?');
    const hash = now.styles[path];
    return hash === undefined || before?.styles[path] === hash ? [] : [[link, `${bases.at(-1)}${path}?${hash}`]];
  });
  await Promise.all(changed.map(([link, address]) => replace(link, address)));
}

/** A build in the page that follows its sources. */
export interface HotBuild {
  readonly name: string;
  readonly webpack: WebpackRuntime;
  readonly hot: HotModule['hot'];
}

interface Follower extends HotBuild {
  /** The addresses that its files have had, the present one last. */
  readonly bases: string[];
  /** The last build that it has caught up with. */
  shown?: BuiltMessage;
  /** Resolves when no script of it is on its way. */
  readonly loaded: () => Promise<void>;
  /** The catching up that is under way, and what has to follow. */
  work: Promise<void>;
  /** What a module has thrown while it ran: what is half there is not replaced. */
  thrown?: unknown;
}

/** Replaces the changed parts of all hot builds of a page. */
interface HotPage {
  /** Follows a build from now on; must come before the build's other modules run. */
  join(build: HotBuild): void;
}

declare global {
  /** The page of the first hot build in it; builds that come later join. */
  var portalHot: HotPage | undefined;
}

/** The key of the build for which the page was reloaded last: for one build it is done once. */
const RELOADED = 'portal-reloaded-for';
/** The panel's key of what the page has thrown. */
const THROWN = 'thrown';

function createHotPage(): HotPage {
  const followers = new Map<string, Follower>();
  const newest = new Map<string, BuiltMessage>();
  const streams = new Map<string, EventSource | undefined>();
  const panel = createFaultPanel();
  const shownErrors = new WeakSet<Error>();
  let hasThrown = false;

  const streamOf = (script: string) =>
    [...followers.values()].some(({ bases }) => bases.some((base) => script.startsWith(base)))
      ? new URL(script).origin
      : undefined;

  function showError(thrown: unknown): void {
    const error = causeOf(thrown);
    if (!error || shownErrors.has(error)) return;
    shownErrors.add(error);
    faultOf(error, streamOf).then((fault) => {
      if (!fault) return;
      hasThrown = true;
      panel.show(THROWN, 'The page has thrown', [fault]);
    });
  }

  function reload({ name, hash, facts }: BuiltMessage, why: string): void {
    const key = `${name} ${hash} ${facts}`;
    if (sessionStorage.getItem(RELOADED) === key) {
      panel.show(name, `${name} cannot be replaced in this page`, [{ text: `${why}\nReload the page.` }]);
      return;
    }
    sessionStorage.setItem(RELOADED, key);
    location.reload();
  }

  async function catchUp(follower: Follower): Promise<void> {
    const { name, webpack, hot, bases, loaded } = follower;
    let target = newest.get(name);
    if (!target || target === follower.shown) return;
    const isNew = follower.shown !== undefined || webpack.h() !== target.hash;
    const base = new URL(`${HOT_BUILDS_PATH}${name}/`, bases[0]).href;
    if (isNew && !bases.includes(base)) bases.push(base);
    if (isNew) {
      // What loads later comes from the newest build, as what is replaced does.
      webpack.p = base;
      if (follower.thrown !== undefined) return reload(target, 'A module of it threw while it started.');
      // React Refresh renders again what has thrown; stand-ins are gone from the page then.
      if (hasThrown && globalThis.portalStandIns) return reload(target, 'The page has thrown.');
      await replaceStyles(bases, follower.shown, target);
    }
    while (webpack.h() !== target.hash) {
      await loaded();
      // Sheets are replaced above; the plugin that extracts them would ask for each under its old address.
      delete webpack.hmrC.miniCss;
      const updated = await hot.check(true);
      if (follower.thrown !== undefined) return;
      target = newest.get(name) ?? target;
      if (!updated) return reload(target, 'There is no update from what the page holds.');
    }
    follower.shown = target;
    if (!isNew) return;
    panel.clear(THROWN);
    globalThis.portalRefresh?.performReactRefresh();
  }

  function follow(follower: Follower): void {
    follower.work = follower.work
      .then(() => catchUp(follower))
      .catch((error: unknown) => {
        const target = newest.get(follower.name);
        if (follower.thrown !== undefined) showError(follower.thrown);
        else if (target) reload(target, String(error));
      });
  }

  function hear(data: string): void {
    const message = readMessage(data);
    if (!message) return;
    if (message.kind === 'failed') {
      panel.show(message.name, `${message.name} does not build`, message.faults);
      return;
    }
    panel.clear(message.name);
    const before = newest.get(message.name);
    newest.set(message.name, message);
    const follower = followers.get(message.name);
    if (before && before.facts !== message.facts) reload(message, 'What it contributes is another.');
    else if (follower) follow(follower);
  }

  /** Only the tab in view listens: a browser has six connections for one origin, and each open stream takes one. */
  function listen(): void {
    for (const [origin, stream] of streams) {
      if (document.visibilityState !== 'visible') {
        stream?.close();
        streams.set(origin, undefined);
      } else if (!stream) {
        const opened = new EventSource(origin + EVENTS_PATH);
        opened.onmessage = ({ data }) => hear(String(data));
        streams.set(origin, opened);
      }
    }
  }

  document.addEventListener('visibilitychange', listen);
  watchErrors(showError);

  return {
    join({ name, webpack, hot }) {
      const follower: Follower = {
        name,
        webpack,
        hot,
        bases: [webpack.p],
        loaded: followLoads(webpack),
        work: Promise.resolve(),
      };
      followers.set(name, follower);
      followComponents(name, webpack, (error) => {
        follower.thrown = error;
      });
      const { origin } = new URL(webpack.p);
      if (!streams.has(origin)) {
        streams.set(origin, undefined);
        listen();
      }
      follow(follower);
    },
  };
}

/** Follows a build in the page from now on, with those that are there. */
export function joinHotPage(build: HotBuild): void {
  globalThis.portalHot ??= createHotPage();
  globalThis.portalHot.join(build);
}
