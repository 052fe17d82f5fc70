import type { AddressInfo } from 'node:net';
import express from 'express';

// What a page is held against: the same Express, which sends a file of the same bytes from a folder.
const [dir = ''] = process.argv.slice(2);
const server = express()
  .use(express.static(dir))
  .listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
  });
