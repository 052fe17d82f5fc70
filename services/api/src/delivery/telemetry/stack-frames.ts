/** The most frames of a stack that are read. */
const MAX_FRAMES = 20;
/** The most of a line that is read: addresses of release files are shorter. */
const MAX_LINE = 400;

/** A call of a stack, as the browser wrote it. */
export interface StackFrame {
  /** Of a named function. */
  readonly function?: string;
  /** The path of the script, without its origin. */
  readonly path: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
}

/** `at name (address:line:column)` of Chromium, with or without a name. */
const CHROMIUM = /^\s*at (?:(?:async |new )?([^(\s][^(]{0,100}?) \()?([^\s()]+):(\d{1,7}):(\d{1,7})\)?$/;
/** `name@address:line:column` of Firefox and Safari. */
const OTHERS = /^([^@]{0,100})@([^\s@]+):(\d{1,7}):(\d{1,7})$/;

function frameOf(line: string): StackFrame | undefined {
  const found = CHROMIUM.exec(line) ?? OTHERS.exec(line);
  const [, name = '', address = '', atLine, atColumn] = found ?? [];
  if (!URL.canParse(address)) return undefined;
  const { pathname: path, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) return undefined;
  const place = { path, line: Number(atLine), column: Number(atColumn) };
  return name.trim() === '' ? place : { function: name.trim(), ...place };
}

/** Returns the calls that a stack names, the innermost first. What is no call of a script is left out. */
export function framesOf(stack: string): readonly StackFrame[] {
  const lines = stack.split('\n').filter((line) => line.length <= MAX_LINE);
  return lines.flatMap((line) => frameOf(line) ?? []).slice(0, MAX_FRAMES);
}
