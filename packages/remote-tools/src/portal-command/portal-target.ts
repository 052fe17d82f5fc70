import { CommandFailed } from './command-failed.ts';

/** Hosts to which a token may go unencrypted: what is sent does not leave this machine. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The portal that a command acts on, and with what right. */
export interface PortalTarget {
  /** The portal's address, https unless it is this machine. */
  readonly portal: URL;
  /** A team token. */
  readonly token: string;
}

/** Returns the target that an address and a token name. Throws CommandFailed where a token cannot go there. */
export function readTarget(address: string | undefined, token: string | undefined): PortalTarget {
  const trimmed = token?.trim() ?? '';
  // What no header can hold would be named in an error, and stand in the log of a pipeline.
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new CommandFailed('PORTAL_TOKEN has to hold a team token: a developer makes one in the dashboard.');
  if (!address || !URL.canParse(address))
    throw new CommandFailed('PORTAL_URL has to be the address of a portal, like https://portal.example.');
  const portal = new URL(address);
  // They would be named with the address wherever no answer comes.
  if (portal.username !== '' || portal.password !== '')
    throw new CommandFailed('PORTAL_URL has to be without a name and a password: PORTAL_TOKEN is all that is sent.');
  const isSafe = portal.protocol === 'https:' || (portal.protocol === 'http:' && OWN_HOSTS.includes(portal.hostname));
  if (!isSafe) throw new CommandFailed('PORTAL_URL has to be an https address: the token would be read on its way.');
  return { portal, token: trimmed };
}
