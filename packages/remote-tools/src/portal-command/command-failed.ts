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
