import { readFileSync, statSync } from 'node:fs';

/** Settings with what their files hold, and what is wrong with the files. */
export interface SettingsWithFiles {
  /** Those that are set; an empty one is unset. */
  readonly variables: Readonly<Record<string, string>>;
  /** A sentence for each file that cannot be used, and each setting that is blank, beginning with its name. */
  readonly faults: readonly string[];
}

/** Settings are invalid or missing; the message names each, and what to do. It is for a person: no stack is shown. */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError';
  /** Each begins with its setting. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [message]) {
    super(message);
    this.faults = faults;
  }
}

const SUFFIX = '_FILE';
/** A secret or a list of keys; what is larger is no setting. */
const MAX_BYTES = 64 * 1024;

/** Returns the system's code of an error, such as ENOENT; else its words. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('code' in error) return String(error.code);
  return 'message' in error ? String(error.message) : String(error);
}

/** Returns the text of bytes. Throws for what is none: random bytes read as text would all be the same few characters. */
function textOf(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it holds no text in UTF-8');
  }
  if (text.includes('\0')) throw new Error('it holds no text in UTF-8');
  return text;
}

function readSetting(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is no file');
  if (stats.size > MAX_BYTES) throw new Error(`it holds more than ${MAX_BYTES / 1024} KB`);
  const value = textOf(readFileSync(path)).replace(/[\r\n]+$/, '');
  if (value === '') throw new Error('it is empty');
  return value;
}

/** Returns a sentence for each setting that holds blanks alone: it is neither set nor unset, and a number would read it as 0. */
export function blankFaults(
  variables: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly string[] {
  return names
    .filter((name) => variables[name] !== undefined && variables[name] !== '' && variables[name].trim() === '')
    .map((name) => `${name}: holds nothing but blanks; leave it out, or set it`);
}

/**
 * Returns the settings of an environment in which `NAME_FILE` is the path of a file that holds the value of `NAME`, without
 * the end of its last line: so a secret stands in no environment. Both at once is a fault.
 */
export function readSettingFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): SettingsWithFiles {
  const variables = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const faults: string[] = [];
  for (const name of names) {
    const variable = name + SUFFIX;
    const path = variables[variable];
    if (path === undefined) continue;
    delete variables[variable];
    if (variables[name] !== undefined) {
      faults.push(`${variable}: ${name} is set, too; only one of them may be`);
      continue;
    }
    try {
      variables[name] = readSetting(path);
    } catch (error) {
      faults.push(`${variable}: the file ${path} cannot be used (${reasonOf(error)})`);
    }
  }
  return { variables, faults: [...faults, ...blankFaults(variables, names)] };
}
