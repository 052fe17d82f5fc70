/** The context in which a command runs. */
export interface CommandContext {
  /** The working folder. */
  readonly dir: string;
  readonly args: readonly string[];
  /** What the options say; one without a value is "on". */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

/** The expected failures, by name: most of their classes are not loaded. */
const EXPECTED = [
  'CommandFailed',
  'NotARemote',
  'NotInstalled',
  'BuildFailed',
  'GateRefused',
  'NoChromium',
  'LockRefused',
];

/** Returns the text of a failure: its message if it is expected, else its stack. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPECTED.includes(error.name) ? error.message : (error.stack ?? error.message);
}

/** A command did not do what was asked. The message is for the person at the terminal. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The portal refused a call, and changed nothing. */
export class PortalRefused extends CommandFailed {
  override readonly name: 'CommandFailed' = 'CommandFailed';
  readonly status: number;
  /** The stable code of the problem; undefined for what is no answer of the API. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code: string | undefined) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
