import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@cytocomm/runtime';
import { until } from '../../services/api/src/testing/clock.ts';
import { makeCertificate } from '../../services/api/src/testing/smtp.ts';
import { adapted, caddyEdge, type EdgeProgram, nginxEdge } from '../../tools/commands/stack/edge.ts';
import { bringProgram } from '../testing/system-program.ts';

// The files as they are shipped, with TLS and for their own names, at other ports: the stack leaves both out.

const PROCESSES = ['api-1', 'api-2', 'web-1', 'web-2'];
/** 127.0.0.1 and, where there is IPv6, ::1. */
const OWN_ADDRESSES = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.filter(({ internal }) => internal).map(({ address }) => address),
);
const DAY_MS = 86_400_000;
const started = new AsyncDisposableStack();
afterAll(() => started.disposeAsync(), 60_000);

/** Starts an edge before a process that answers everything; returns its ports. */
async function start(program: EdgeProgram) {
  bringProgram(program);
  const dir = mkdtempSync(join(tmpdir(), 'shipped-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const service = createServer((_request, response) => response.end('the portal')).listen(0, '127.0.0.1');
  started.defer(() => void service.close().closeAllConnections());
  await once(service, 'listening');
  const address = service.address();
  const behind = typeof address === 'object' && address !== null ? address.port : 0;
  const [http, https, inner, metrics] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const words = PROCESSES.map((name) => [`${name}:3000`, `127.0.0.1:${behind}`] as const);
  const places = {
    services: new Map(PROCESSES.map((name) => [name, `127.0.0.1:${behind}`])),
    operatorPorts: { api: behind, web: behind },
    ...{ outer: `127.0.0.1:${https}`, inner: `127.0.0.1:${inner}`, metrics: `127.0.0.1:${metrics}` },
  };
  const edge = program === 'nginx' ? nginxEdge(dir, places) : caddyEdge(dir, places);
  if (program === 'nginx') {
    const { cert, key } = makeCertificate(new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS));
    writeFileSync(join(dir, 'portal.crt'), cert);
    writeFileSync(join(dir, 'portal.key'), key);
    // Debian's folders for what does not fit into memory are root's.
    const folders = readFileSync(join(dir, 'nginx.conf'), 'utf8').match(/^\w+_temp_path .*;$/gm) ?? [];
    const own = [...words, ['/etc/nginx/tls/', `${dir}/`], ['http {', `http {\n${folders.join('\n')}`]] as const;
    const ports: Readonly<Record<string, number>> = { 80: http, 443: https, 8080: inner };
    const shipped = adapted('nginx.conf', own);
    // As the file itself says: without IPv6 these lines end the start.
    const here = OWN_ADDRESSES.includes('::1') ? shipped : shipped.replace(/^ *listen \[::\]:.*\n/gm, '');
    const conf = here.replace(/(?<=\n *listen (\[::\]:|127\.0\.0\.1:)?)\d+(?=[ ;])/g, (port) => `${ports[port]}`);
    writeFileSync(join(dir, 'nginx.conf'), conf);
  } else {
    const options = ['admin off', `http_port ${http}`, `https_port ${https}`, 'skip_install_trust'];
    const own = [
      ...words,
      ['health_port 3001', `health_port ${behind}`],
      ['health_port 3002', `health_port ${behind}`],
      ['\n:8080 {', `\n:${inner} {`],
      ['\n:9180 {', `\n:${metrics} {`],
      ['\n{\n', `\n{\n\t${options.join('\n\t')}\n`],
    ] as const;
    writeFileSync(join(dir, 'Caddyfile'), adapted('Caddyfile', own));
  }
  const running = edge.start();
  started.defer(() => running.stop());
  await running.ready();
  return { http, https };
}

/** Asks under a name, by TLS with the certificate of another one when it is told so. */
async function ask(port: number, host: string, secureAs?: string, at = '127.0.0.1') {
  const options = { host: at, port, path: '/lab?page=2', headers: { Host: host }, agent: false };
  const request =
    secureAs === undefined
      ? plainRequest(options)
      : secureRequest({ ...options, servername: secureAs, rejectUnauthorized: false });
  request.end();
  const [answer] = await once(request, 'response');
  return [answer.statusCode, answer.headers.location ?? (await text(answer))];
}

// Caddy has localhost for the name of the portal while SITE_ADDRESS is not set.
test.each([
  ['nginx', 'portal.example.com'],
  ['caddy', 'localhost'],
] as const)(
  '%s serves the portal by TLS, leads there from port 80, and refuses other names at both',
  async (program, name) => {
    const { http, https } = await start(program);
    const isServed = () =>
      ask(https, name, name).then(
        () => true,
        () => false,
      );
    await until('Caddy to have made its certificate', isServed, 30_000);
    expect(OWN_ADDRESSES).toContain('127.0.0.1');
    const refused = [421, 'The portal has another address.'];
    for (const at of OWN_ADDRESSES) {
      expect(await ask(https, name, name, at)).toEqual([200, 'the portal']);
      expect(await ask(http, name, undefined, at)).toEqual([308, `https://${name}/lab?page=2`]);
      for (const host of ['evil.example', '192.0.2.1']) {
        expect(await ask(https, host, name, at)).toEqual(refused);
        expect(await ask(http, host, undefined, at)).toEqual(refused);
      }
    }
  },
  60_000,
);
