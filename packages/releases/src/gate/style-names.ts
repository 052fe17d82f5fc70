import type { Rule } from 'lightningcss';

/** Rules that hold for the whole page, or that nobody has looked at. */
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
export function styleNameFault(rule: NamingRule, prefix: string, isLayered: boolean): string | undefined {
  if (rule.type === 'import') return 'brings in styles that nobody has checked: import the file in the sources.';
  const names = namesOf(rule, isLayered);
  if (names === undefined) return 'holds for the whole page, or is not known to the gate: leave it out.';
  const foreign = names.find((name) => !name.startsWith(prefix));
  return foreign === undefined
    ? undefined
    : `defines the name ${foreign.slice(0, 100)} for the whole page: begin it with ${prefix}.`;
}
