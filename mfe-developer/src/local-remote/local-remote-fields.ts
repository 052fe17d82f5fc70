/** The fields of a permission, as typed. */
export interface LocalRemoteFields {
  readonly remote: string;
  readonly origin: string;
  readonly hours: string;
}

const REMOTE_NAME = /^mfe-[a-z0-9]+(-[a-z0-9]+)*$/;
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1):([1-9]\d{0,4})$/;
const MAX_PORT = 65_535;
const MAX_HOURS = 8;

/** Returns the fields without what people copy along: spaces, and the slash behind an address. */
export function trimmedFields({ remote, origin, hours }: LocalRemoteFields): LocalRemoteFields {
  return { remote: remote.trim(), origin: origin.trim().replace(/\/$/, ''), hours };
}

/** Returns what is wrong, by field; nothing for trimmed fields that the API accepts. */
export function localRemoteProblems({ remote, origin, hours }: LocalRemoteFields): Partial<LocalRemoteFields> {
  const number = Number(hours);
  const port = Number(LOCAL_ORIGIN.exec(origin)?.[2] ?? Number.NaN);
  const isHours = Number.isInteger(number) && number >= 1 && number <= MAX_HOURS;
  return {
    ...(!REMOTE_NAME.test(remote) && { remote: 'The name of a remote, such as mfe-investor.' }),
    ...(!(port <= MAX_PORT) && { origin: 'Your own machine with a port, such as http://localhost:4001.' }),
    ...(!isHours && { hours: `A whole number from 1 to ${MAX_HOURS}.` }),
  };
}
