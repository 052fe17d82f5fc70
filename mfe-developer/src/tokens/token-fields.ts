/** The fields of a new team token, as typed. */
export interface TokenFields {
  readonly remote: string;
  readonly name: string;
  readonly days: string;
}

const REMOTE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_DAYS = 365;

/** Returns what is wrong, by field; nothing for fields that the API accepts. */
export function tokenProblems({ remote, name, days }: TokenFields): Partial<TokenFields> {
  const number = Number(days);
  const isDays = Number.isInteger(number) && number >= 1 && number <= MAX_DAYS;
  return {
    ...(!REMOTE_NAME.test(remote.trim()) && { remote: 'The name of a remote, such as mfe-investor.' }),
    ...(name.trim() === '' && { name: 'Say where it is used, such as “release pipeline”.' }),
    ...(!isDays && { days: `A whole number from 1 to ${MAX_DAYS}.` }),
  };
}
