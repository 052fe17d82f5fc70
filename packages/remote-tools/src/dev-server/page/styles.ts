import type { BuiltMessage } from '../messages.ts';

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
export async function replaceStyles(
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
