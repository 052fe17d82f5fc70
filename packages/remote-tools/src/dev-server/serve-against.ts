import { addressOf, readLocalRemote } from '@cytocomm/contract';
import { type ServedRemote, serveRemoteBuild } from './serve-remote-build.ts';

/** How long the portal may take to answer, in ms. */
const ANSWER_MS = 10_000;

/** No portal that loads a remote from this machine is at the address. The message says what to do. */
export class NoSuchPortal extends Error {
  override readonly name = 'NoSuchPortal';
}

/** Returns the address of a portal. Throws NoSuchPortal for a text that cannot be one. */
function portalAt(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new NoSuchPortal(`--against wants the address of a portal, like https://portal.example, not "${address}".`);
  return url;
}

/** Throws NoSuchPortal where no portal is, or one of a version that knows nothing of local remotes. Nobody has to be signed in. */
async function assertLoadsLocalRemotes(portal: URL): Promise<void> {
  let answer: Response;
  try {
    const url = new URL(addressOf(readLocalRemote), portal);
    answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
  } catch (cause) {
    throw new NoSuchPortal(`No portal answers at ${portal.origin}. Is the address right, and does it run?`, { cause });
  }
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  // It is there, for those who are signed in.
  if (isProblem && answer.status === 401) return;
  throw new NoSuchPortal(
    isProblem && answer.status === 404
      ? `The portal at ${portal.origin} is older than these tools and cannot load a remote from your machine: update it first.`
      : `${portal.origin} does not answer as a portal does (${answer.status}). Is the address right?`,
  );
}

/** What somebody asks for who wants to see a remote in a portal. */
export interface AgainstOptions {
  /** The address of the portal. */
  readonly address: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Takes what a person should know, in lines. */
  readonly say: (line: string) => void;
}

/**
 * Serves the remote in `dir` for the pages of a portal, in development or production, and says where a developer allows
 * their browser to load it. Throws NoSuchPortal before anything is built, and otherwise as `serveRemoteBuild` does.
 */
export async function serveAgainst(dir: string, { address, port, say }: AgainstOptions): Promise<ServedRemote> {
  const portal = portalAt(address);
  await assertLoadsLocalRemotes(portal);
  const served = await serveRemoteBuild(dir, { port, portal, say });
  const tool = new URL('/dashboard/developer/local-remote', portal);
  tool.search = String(new URLSearchParams({ 'local-remote': served.name, at: served.url }));
  say('');
  say(`  ${served.name} of this machine   ${served.url}`);
  say(`  As a developer of the portal, let your browser load it from here, for 8 hours at most:`);
  say(`  ${tool.href}`);
  say('  Nobody else sees it. Ctrl-C stops it.');
  return served;
}
