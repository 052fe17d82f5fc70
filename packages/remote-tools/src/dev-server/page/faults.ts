import { type Fault, PLACE_PATH, readFault } from '../messages.ts';

/** How long the server may take to look a place up, in ms. */
const LOOK_UP_MS = 5000;

/** A place in a script, as browsers write it in a stack: address, line, column. */
const FRAME = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;

/** How many causes are followed: an error may be its own. */
const MAX_CAUSES = 10;

/** Returns the error that others were made of, undefined for what is none. */
export function causeOf(thrown: unknown): Error | undefined {
  let error = thrown instanceof Error ? thrown : undefined;
  for (let depth = 0; depth < MAX_CAUSES && error?.cause instanceof Error; depth += 1) error = error.cause;
  return error;
}

/**
 * Returns the fault that an error means, with the place in the sources of the first frame of its stack that is in a hot
 * build; undefined for an error from elsewhere. `streamOf` returns the origin of the server that knows a script, if any does.
 */
export async function faultOf(
  error: Error,
  streamOf: (script: string) => string | undefined,
): Promise<Fault | undefined> {
  const text = `${error.name}: ${error.message}`;
  let isOurs = false;
  for (const [, script = '', line = '', column = ''] of (error.stack ?? '').matchAll(FRAME)) {
    const origin = streamOf(script);
    if (origin === undefined) continue;
    isOurs = true;
    const query = new URLSearchParams({ script: new URL(script).pathname, line, column, text });
    try {
      const answer = await fetch(`${origin}${PLACE_PATH}?${query}`, { signal: AbortSignal.timeout(LOOK_UP_MS) });
      const fault = answer.ok ? readFault(await answer.json()) : undefined;
      if (fault) return fault;
    } catch {
      break;
    }
  }
  return isOurs ? { text } : undefined;
}

/** Calls `onThrow` with each later error of the page: uncaught ones, and those that React catches and logs. */
export function watchErrors(onThrow: (thrown: unknown) => void): void {
  addEventListener('error', ({ error }) => onThrow(error));
  addEventListener('unhandledrejection', ({ reason }) => onThrow(reason));
  const log = console.error;
  console.error = (...values: unknown[]) => {
    log.apply(console, values);
    for (const value of values) onThrow(value);
  };
}

const SHEET = `
:host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; font: 14px/1.5 ui-monospace, monospace; }
section { max-height: 60vh; overflow: auto; padding: 16px 20px; background: #1d1418; color: #fbeef1; border-top: 4px solid #e5484d; }
h2 { margin: 0 0 8px; font-size: 16px; } h3 { margin: 12px 0 4px; font-size: 14px; color: #ffb8bb; }
pre { margin: 0; white-space: pre-wrap; } button { float: right; font: inherit; padding: 4px 12px; }
`;

/** Shows faults over the page, until they are mended or a person closes it. */
export interface FaultPanel {
  /** Shows what is wrong under `key`, in the place of what was wrong under it. */
  show(key: string, title: string, faults: readonly Fault[]): void;
  /** Ends what was wrong under `key`. */
  clear(key: string): void;
}

/** Returns the place of a fault as a person writes it, empty where it is not known. */
function placeText({ file, line, column }: Fault): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

function element(name: string, text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

/** Creates the panel of a page. Its text is never read as markup, and the page's styles do not reach it. */
export function createFaultPanel(): FaultPanel {
  const wrong = new Map<string, { readonly title: string; readonly faults: readonly Fault[] }>();
  const host = document.createElement('div');
  host.id = 'portal-faults';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  root.adoptedStyleSheets = [sheet];

  function draw(): void {
    if (wrong.size === 0) {
      host.remove();
      return;
    }
    const section = document.createElement('section');
    section.setAttribute('role', 'alert');
    const close = element('button', 'Close');
    close.onclick = () => {
      wrong.clear();
      draw();
    };
    section.append(close);
    for (const { title, faults } of wrong.values()) {
      section.append(element('h2', title));
      for (const fault of faults) {
        const place = placeText(fault);
        if (place) section.append(element('h3', place));
        section.append(element('pre', fault.text));
      }
    }
    root.replaceChildren(section);
    if (!host.isConnected) document.documentElement.append(host);
  }

  return {
    show(key, title, faults) {
      wrong.set(key, { title, faults });
      draw();
    },
    clear(key) {
      if (wrong.delete(key)) draw();
    },
  };
}
