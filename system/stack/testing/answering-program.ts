import { createServer } from 'node:http';

// Run by a test: a process that answers everything at a host and two ports, the operators' being the second.

const [host, ...ports] = process.argv.slice(2);
const servers = ports.map((port) =>
  createServer((request, response) => {
    request.resume().once('end', () => response.end(String(process.pid)));
  }).listen(Number(port), host),
);
await Promise.all(servers.map((server) => new Promise<void>((opened) => server.once('listening', () => opened()))));
process.stdout.write('open\n');
