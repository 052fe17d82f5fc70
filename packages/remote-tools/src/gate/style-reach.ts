import { type SelectorComponent, transform } from 'lightningcss';
import type { Fault } from './gate-check.ts';

type Selector = readonly SelectorComponent[];

/** Whether an element that these parts of a selector match has one of the release's own classes. */
function hasOwnClass(parts: Selector, isOwn: (name: string) => boolean): boolean {
  return parts.some((part) => {
    if (part.type === 'class') return isOwn(part.name);
    // A nested rule stands in one that is judged by itself.
    if (part.type === 'nesting') return true;
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
      return part.selectors.every((selector) => staysInside(selector, isOwn));
    return false;
  });
}

/** Whether a selector matches nothing but elements of the release's own classes, and what is inside them. */
function staysInside(selector: Selector, isOwn: (name: string) => boolean): boolean {
  let isInside = false;
  let compound: SelectorComponent[] = [];
  for (const part of selector) {
    if (part.type !== 'combinator') {
      compound.push(part);
      continue;
    }
    // A pseudo-element belongs to its element.
    if (part.value !== 'descendant' && part.value !== 'child' && !part.value.endsWith('sibling')) continue;
    if (part.value === 'descendant' || part.value === 'child') isInside ||= hasOwnClass(compound, isOwn);
    compound = [];
  }
  return isInside || hasOwnClass(compound, isOwn);
}

/**
 * Returns the rules of a style sheet that reach elements of others: each selector has to have a class of the release's
 * own, or stand inside one. Throws for what is no CSS.
 */
export function styleReach(file: string, css: string, isOwn: (name: string) => boolean): Fault[] {
  const faults: Fault[] = [];
  const lines = css.split('\n');
  transform({
    filename: file,
    code: Buffer.from(css),
    visitor: {
      Rule: {
        style({ value: { selectors, loc } }) {
          if (selectors.every((selector) => staysInside(selector, isOwn))) return;
          const text = /^[^{]*/
            .exec((lines[loc.line] ?? '').slice(loc.column - 1))?.[0]
            .trim()
            .slice(0, 100);
          const message = `"${text}" styles elements of others: begin it with a class of this remote's own CSS module.`;
          faults.push({ message, place: `${file}:${loc.line + 1}:${loc.column}` });
        },
      },
    },
  });
  return faults;
}

/** Returns whether a class is the release's own: one that its scripts name, as CSS modules make them do. */
export function ownClasses(scripts: readonly string[]): (name: string) => boolean {
  const words = new Set(scripts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  return (name) => words.has(name);
}
