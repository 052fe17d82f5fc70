import type { Logger } from 'pino';

/** How many letters a name with a slip differs by. */
const MAX_LETTERS = 2;
/** Shorter names are near to others by chance: HOST and HOME. */
const SHORTEST = 8;

/** Returns by how many letters two words differ: added, left out or another (Levenshtein). */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const [above = 0, before = 0, left = 0] = [row[at], row[at - 1], next[at - 1]];
      next.push(Math.min(above + 1, left + 1, before + (letter === other[at - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Returns the variables of an environment that are no settings, and whose names are within two letters of one. */
export function nearNames(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly (readonly [variable: string, setting: string])[] {
  const isNear = (variable: string, name: string) =>
    name.length >= SHORTEST &&
    Math.abs(variable.length - name.length) <= MAX_LETTERS &&
    lettersBetween(variable, name) <= MAX_LETTERS;
  return Object.keys(environment).flatMap((variable) => {
    const bare = variable.replace(/_FILE$/, '');
    const near = names.includes(bare) ? undefined : names.find((name) => isNear(bare, name));
    return near === undefined ? [] : [[variable, near] as const];
  });
}

/** Logs each variable whose name is almost that of a setting: what it says counts for nothing. */
export function warnOfNearNames(
  log: Pick<Logger, 'warn'>,
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): void {
  for (const [variable, setting] of nearNames(environment, names))
    log.warn({ variable, setting }, 'a variable of the environment is no setting, but is named almost like one');
}
