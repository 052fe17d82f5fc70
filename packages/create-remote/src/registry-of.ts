import { execFileSync } from 'node:child_process';
import { CannotCreate } from './remote-words.ts';

const NPM_TIMEOUT_MS = 30_000;
const PACKAGES = '/packages/';

/** Where a new remote finds its packages. */
export interface Source {
  /** The registry of the portal's scope, an address that ends with a slash. */
  readonly registry: string;
  /** The portal's address; undefined when the packages come from another registry. */
  readonly portal: string | undefined;
}

function addressOf(text: string, what: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || /\s/.test(text))
    throw new CannotCreate(
      `${what} is "${text.slice(0, 200)}", which is no address of a portal such as https://portal.example.`,
    );
  return address;
}

/** Returns what npm has as the registry of the scope, for the folder that it runs in; undefined for nothing. */
function npmRegistry(): string | undefined {
  // npm names its own program to what it starts.
  const program = process.env.npm_execpath;
  const [command, first] = program === undefined ? ['npm', []] : [process.execPath, [program]];
  try {
    const options = { encoding: 'utf8', timeout: NPM_TIMEOUT_MS, stdio: 'pipe' } as const;
    const output = execFileSync(command, [...first, 'config', 'get', '@cytocomm:registry'], options).trim();
    return output === '' || output === 'undefined' ? undefined : output;
  } catch {
    return undefined;
  }
}

/** Returns where packages come from: the portal that is named, or where npm finds them. Throws CannotCreate. */
export function sourceOf(portal: string | undefined, configured: () => string | undefined = npmRegistry): Source {
  if (portal !== undefined) {
    const { origin } = addressOf(portal, '--portal');
    return { registry: origin + PACKAGES, portal: origin };
  }
  const registry = configured();
  if (registry === undefined)
    throw new CannotCreate(
      'npm does not know where @cytocomm comes from: add --portal https://portal.example with the address of your portal.',
    );
  const { href, origin, pathname } = addressOf(registry, 'The registry of @cytocomm');
  const base = href.endsWith('/') ? href : `${href}/`;
  return { registry: base, portal: pathname.replace(/\/?$/, '/') === PACKAGES ? origin : undefined };
}
