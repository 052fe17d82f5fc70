import { join } from 'node:path';
import { endWithFailure, type Running, readCommandLine, say, startUntilAsked } from './portal/command.ts';
import { CannotStart, throwCannotStart } from './portal/settings.ts';
import { ROOT, readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run dev                                  the whole portal, rebuilt as its sources change
       npm run dev -- --official-runtime            the same under the federation package's own runtime, for its developer tools
       npm run dev -w mfe-NAME                      that remote alone, on made-up answers
       npm run dev -w packages/kit                  the kit's gallery: every component in its states
       npm run dev -w mfe-NAME -- --against URL     that remote in the pages of the portal at URL, for you alone`;

function portOf(value: string | undefined): number {
  if (!value) return 0;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new CannotStart(`PORT is "${value}", which is no port.`);
}

/** The name by which the kit's own workspace asks for its gallery. */
const KIT = 'kit';

/** Serves until somebody asks for the end. Throws CannotStart when the port is not free. */
async function serveOn<Served extends Running>(serve: (port: number) => Promise<Served>): Promise<Served> {
  const port = portOf(process.env.PORT);
  return startUntilAsked(() => serve(port)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new CannotStart(`Port ${port} (PORT) is in use.`, { cause: error }) : error;
  });
}

async function serveAlone(name: string): Promise<void> {
  const { serveGallery, serveHarness } = await import('@cytocomm/remote-tools/harness');
  const { url } = await serveOn((port) =>
    name === KIT ? serveGallery(join(ROOT, 'packages', KIT), port) : serveHarness(join(ROOT, name), port),
  ).catch(throwCannotStart);
  say(`\n  ${name} alone   ${url}\n`);
}

async function serveInPortal(name: string, address: string): Promise<void> {
  const { NoSuchPortal, serveAgainst } = await import('@cytocomm/remote-tools/dev-server');
  await serveOn(async (port) => {
    const { close } = await serveAgainst(join(ROOT, name), { address, port, say });
    return { stop: close };
  }).catch((error: unknown) => (error instanceof NoSuchPortal ? throwCannotStart(error) : Promise.reject(error)));
}

function readArguments() {
  const options = {
    against: { type: 'string' },
    'official-runtime': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const [name, ...others] = positionals;
  return { against: values.against, official: values['official-runtime'], name, more: others.length > 0 };
}

async function dev(): Promise<void> {
  const { against, official, name, more } = readArguments();
  if (name === undefined && against === undefined) {
    const { servePortal } = await import('./dev/serve-portal.ts');
    return servePortal(official ? 'official' : 'own');
  }
  if (name === KIT && !official && !more && against === undefined) return serveAlone(KIT);
  if (official) throw new CannotStart('--official-runtime is for the whole portal: the runtime is the shell’s.');
  const remotes = readWorkspaceNames().filter((workspace) => workspace !== 'shell');
  if (name === undefined || more || !remotes.includes(name))
    throw new CannotStart(
      `${name === undefined ? '--against wants a remote to serve' : 'One remote is served at a time, by its name'}; there are: ${remotes.join(', ')}.`,
    );
  if (against === undefined) return serveAlone(name);
  await serveInPortal(name, against);
}

dev().catch(endWithFailure);
