import { type Location, type Rule, type SelectorComponent, transform } from 'lightningcss';
import type { Fault } from './gate-check.ts';

/** Rules that apply to the whole page, or are unchecked. */
type NamingRule = Exclude<
  Rule,
  {
    readonly type:
      | 'style'
      | 'scope'
      | 'media'
      | 'supports'
      | 'container'
      | 'starting-style'
      | 'nested-declarations'
      | 'ignored'
      | 'custom';
  }
>;

/** The names that a rule defines for the whole page; undefined for one that a remote may not have at all. */
function namesOf(rule: NamingRule, isLayered: boolean): readonly string[] | undefined {
  switch (rule.type) {
    case 'keyframes':
      return [rule.value.name.value];
    case 'font-face': {
      const families = rule.value.properties.flatMap((property) =>
        property.type === 'font-family' ? [property.value] : [],
      );
      // The last one counts, and without one the rule does nothing; browsers compare without regard to case.
      return families.map((family) => family.toLowerCase());
    }
    case 'font-feature-values':
      return rule.value.name.map((family) => family.toLowerCase());
    case 'property':
    case 'font-palette-values':
    case 'position-try':
      return [rule.value.name.replace(/^--/, '')];
    case 'counter-style':
      return [rule.value.name];
    case 'layer-block':
      return isLayered ? [] : (rule.value.name ?? []).slice(0, 1);
    case 'layer-statement':
      return isLayered ? [] : rule.value.names.flatMap((name) => name.slice(0, 1));
    default:
      return undefined;
  }
}

/**
 * Returns what is wrong with a rule that is no style: a name that others may have, as of a font of the kit, or something that
 * a remote may not do; undefined when nothing is.
 */
function styleNameFault(rule: NamingRule, prefix: string, isLayered: boolean): string | undefined {
  if (rule.type === 'import') return 'brings in unchecked styles: import the file in the sources.';
  const names = namesOf(rule, isLayered);
  if (names === undefined) return 'holds for the whole page, or is not known to the gate: leave it out.';
  const foreign = names.find((name) => !name.startsWith(prefix));
  return foreign === undefined
    ? undefined
    : `defines the name ${foreign.slice(0, 100)} for the whole page: begin it with ${prefix}.`;
}

type Selector = readonly SelectorComponent[];

/** What stands around a rule: whether `&` is the release's own, whether everything is, and whether its layer is. */
interface Around {
  readonly isNested: boolean;
  readonly isScoped: boolean;
  readonly isLayered: boolean;
}

/** Returns what judges selectors by how the names of the release's own classes begin. */
function selectorJudge(prefix: string) {
  /** Whether an element that these parts of a selector match is the release's own, or inside what is. */
  function isOwn(parts: Selector, isNested: boolean): boolean {
    return parts.some((part) => {
      if (part.type === 'class') return part.name.startsWith(prefix);
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
  return staysInside;
}

/**
 * Returns the rules of a style sheet that reach elements of others, or define a name that others may have: each selector has
 * to have a class of the release's own CSS modules, or stand inside one, and names begin with `prefix`. Throws for what is
 * no CSS.
 */
export function styleReach(file: string, css: string, prefix: string): Fault[] {
  const staysInside = selectorJudge(prefix);
  const faults: Fault[] = [];
  const lines = css.split('\n');
  const add = ({ line, column }: Location, words: string) => {
    const text =
      /^[^{;]*/
        .exec((lines[line] ?? '').slice(column - 1))?.[0]
        .trim()
        .slice(0, 100) ?? '';
    faults.push({ message: `"${text}" ${words}`, place: `${file}:${line + 1}:${column}` });
  };

  const check = (rules: readonly Rule[], around: Around): void => {
    for (const rule of rules) {
      if (rule.type === 'style') {
        const { selectors, loc, rules: nested = [] } = rule.value;
        const own = around.isScoped || selectors.every((selector) => staysInside(selector, around.isNested));
        if (!own)
          add(
            loc,
            `styles elements of others: begin it with a class of this remote's own CSS module, whose name begins with ${prefix}.`,
          );
        check(nested, { ...around, isNested: own });
      } else if (rule.type === 'scope') {
        const { scopeStart, rules: scoped } = rule.value;
        const own = scopeStart?.every((selector) => staysInside(selector, around.isNested)) ?? false;
        check(scoped, { ...around, isNested: own, isScoped: around.isScoped || own });
      } else if (
        rule.type === 'media' ||
        rule.type === 'supports' ||
        rule.type === 'container' ||
        rule.type === 'starting-style'
      )
        check(rule.value.rules, around);
      else if (rule.type !== 'nested-declarations' && rule.type !== 'ignored' && rule.type !== 'custom') {
        const fault = styleNameFault(rule, prefix, around.isLayered);
        if (fault !== undefined) add(rule.value.loc, fault);
        // Inside a layer of the release's own, or without a name, all layers are its own.
        if (rule.type === 'layer-block') check(rule.value.rules, { ...around, isLayered: true });
      }
    }
  };
  transform({
    filename: file,
    code: Buffer.from(css),
    visitor: { StyleSheet: ({ rules }) => check(rules, { isNested: false, isScoped: false, isLayered: false }) },
  });
  return faults;
}
