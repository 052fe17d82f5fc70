/** What a command is run with. */
export interface CommandContext {
  /** The folder in which it was asked. */
  readonly dir: string;
  readonly words: readonly string[];
  /** What the options say; one without a value is "on". */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}
