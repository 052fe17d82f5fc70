import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createListener, freePort } from '@cytocomm/runtime';
import { listen, stopListening } from '../portal/listener.ts';
import type { PortalSettings } from '../portal/settings.ts';
import type { EdgePlaces, EdgeProgram } from './edge.ts';

/** Makes the folder of a stack below a data folder and returns it; that of the run before, whose logs may say why it ended, stays as `stack-previous`. */
export function makeStackFolder(dataDir: string): string {
  const dir = join(dataDir, 'stack');
  const previous = `${dir}-previous`;
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dir)) renameSync(dir, previous);
  mkdirSync(dir, { mode: 0o700 });
  return dir;
}

/** The processes of both services, by the names that docker-compose.yml and the edge have for them. */
type ServiceName = 'api-1' | 'api-2' | 'web-1' | 'web-2';

/** Addresses of their own for the processes, as containers have them: Caddy asks all of them at one port. */
const OWN_HOSTS: Readonly<Record<ServiceName, string>> = {
  'api-1': '127.0.0.11',
  'api-2': '127.0.0.12',
  'web-1': '127.0.0.13',
  'web-2': '127.0.0.14',
};

/** Where a process of a service listens. */
export interface ServicePlace {
  readonly host: string;
  readonly port: number;
  readonly operatorPort: number;
}

/** Where everything of a stack listens. */
export interface StackPlaces {
  readonly services: ReadonlyMap<ServiceName, ServicePlace>;
  readonly edges: readonly { readonly name: EdgeProgram; readonly at: EdgePlaces }[];
  /** Where the web processes ask the API: inside of the first edge. */
  readonly apiUrl: string;
}

const asHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host);

/** Returns host and port of the first edge, for browsers; for 0 a free port. Throws CannotStart when the port is in use. */
export async function chooseOuter({
  PORT,
  HOST,
}: PortalSettings): Promise<{ readonly host: string; readonly port: number }> {
  const host = asHost(HOST);
  if (PORT === 0) return { host, port: await freePort() };
  const probe = createListener((_request, response) => response.end());
  const port = await listen(probe, PORT, HOST === 'localhost' ? host : HOST, 'PORT');
  await stopListening(probe);
  return { host, port };
}

/** What is decided before places are chosen. */
export interface PlacesOptions {
  /** Of the first edge; the others are at free ports beside it. */
  readonly outer: { readonly host: string; readonly port: number };
  readonly edges: readonly [EdgeProgram, ...EdgeProgram[]];
  /** The portal's own address: browsers may call it by that host and the names of this machine. */
  readonly publicUrl: string;
}

/** Chooses where the processes listen: at addresses of their own when Caddy is before them, else at ports of their own. */
export async function choosePlaces({ outer, edges, publicUrl }: PlacesOptions): Promise<StackPlaces> {
  const hostNames = [...new Set(['localhost', '127.0.0.1', new URL(publicUrl).hostname])];
  const withCaddy = edges.includes('caddy');
  const port = await freePort();
  const operatorPorts = { api: await freePort(), web: await freePort() };
  const place = async (name: ServiceName): Promise<readonly [ServiceName, ServicePlace]> => [
    name,
    withCaddy
      ? { host: OWN_HOSTS[name], port, operatorPort: operatorPorts[name.startsWith('api') ? 'api' : 'web'] }
      : { host: '127.0.0.1', port: await freePort(), operatorPort: await freePort() },
  ];
  const services = new Map([await place('api-1'), await place('api-2'), await place('web-1'), await place('web-2')]);
  const addresses = new Map([...services].map(([name, at]) => [name, `${at.host}:${at.port}`] as const));
  const edgeAt = async (ownPort: number): Promise<EdgePlaces> => ({
    services: addresses,
    operatorPorts,
    outer: `${outer.host}:${ownPort}`,
    inner: `127.0.0.1:${await freePort()}`,
    metrics: `127.0.0.1:${await freePort()}`,
    hostNames,
  });
  const [first, ...others] = edges;
  const firstAt = await edgeAt(outer.port);
  const beside = await Promise.all(others.map(async (name) => ({ name, at: await edgeAt(await freePort()) })));
  return { services, edges: [{ name: first, at: firstAt }, ...beside], apiUrl: `http://${firstAt.inner}` };
}
