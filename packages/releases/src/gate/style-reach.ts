import { type Location, type Rule, type SelectorComponent, transform } from 'lightningcss';
import type { Fault } from './gate-check.ts';

type Selector = readonly SelectorComponent[];

/** A class of a CSS module, as the build names it: `file-module-class-hash`. */
const OWN_CLASS = /-module-.+-[\w-]{6}$/;

/** Whether an element that these parts of a selector match is the release's own, or inside what is. */
function isOwn(parts: Selector, isNested: boolean): boolean {
  return parts.some((part) => {
    if (part.type === 'class') return OWN_CLASS.test(part.name);
    if (part.type === 'nesting') return isNested;
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
      return part.selectors.every((selector) => staysInside(selector, isNested));
    return false;
  });
}

/** Whether a selector matches nothing but elements of the release's own classes, and what is inside them. */
function staysInside(selector: Selector, isNested: boolean): boolean {
  let isInside = false;
  let compound: SelectorComponent[] = [];
  for (const part of selector) {
    if (part.type !== 'combinator') {
      compound.push(part);
      continue;
    }
    const isDescent = part.value === 'descendant' || part.value === 'child';
    // A pseudo-element belongs to its element.
    if (!isDescent && !part.value.endsWith('sibling')) continue;
    if (isDescent) isInside ||= isOwn(compound, isNested);
    compound = [];
  }
  return isInside || isOwn(compound, isNested);
}

/** What stands around a rule: whether `&` is the release's own, and whether everything is. */
interface Around {
  readonly isNested: boolean;
  readonly isScoped: boolean;
}

/**
 * Returns the rules of a style sheet that reach elements of others: each selector has to have a class of a CSS module, or
 * stand inside one. Throws for what is no CSS.
 */
export function styleReach(file: string, css: string): Fault[] {
  const faults: Fault[] = [];
  const lines = css.split('\n');
  const add = ({ line, column }: Location, message: (text: string) => string) => {
    const text =
      /^[^{;]*/
        .exec((lines[line] ?? '').slice(column - 1))?.[0]
        .trim()
        .slice(0, 100) ?? '';
    faults.push({ message: message(text), place: `${file}:${line + 1}:${column}` });
  };

  const check = (rules: readonly Rule[], around: Around): void => {
    for (const rule of rules) {
      if (rule.type === 'style') {
        const { selectors, loc, rules: nested = [] } = rule.value;
        const own = around.isScoped || selectors.every((selector) => staysInside(selector, around.isNested));
        if (!own)
          add(
            loc,
            (text) => `"${text}" styles elements of others: begin it with a class of this remote's own CSS module.`,
          );
        check(nested, { ...around, isNested: own });
      } else if (rule.type === 'scope') {
        const { scopeStart, rules: scoped } = rule.value;
        const own = scopeStart?.every((selector) => staysInside(selector, around.isNested)) ?? false;
        check(scoped, { isNested: own, isScoped: around.isScoped || own });
      } else if (rule.type === 'import')
        add(
          rule.value.loc,
          (text) => `"${text}" brings in styles that nobody has checked: import the file in the sources.`,
        );
      else if (
        rule.type === 'media' ||
        rule.type === 'supports' ||
        rule.type === 'container' ||
        rule.type === 'layer-block' ||
        rule.type === 'starting-style'
      )
        check(rule.value.rules, around);
    }
  };
  transform({
    filename: file,
    code: Buffer.from(css),
    visitor: { StyleSheet: ({ rules }) => check(rules, { isNested: false, isScoped: false }) },
  });
  return faults;
}
