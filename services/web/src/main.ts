import { createServer } from 'node:http';
import pino from 'pino';
import { createWebApp, lockFolder, readWebConfig } from './index.ts';

const log = pino({ name: 'web' });
const config = readWebConfig(process.env);
const server = createServer(createWebApp({ config, locks: lockFolder(config.LOCKS_DIR), log }));
server.listen(config.PORT, config.HOST, () => log.info({ address: server.address() }, 'listening'));
process.once('SIGTERM', () => server.close(() => process.exit(0)));
