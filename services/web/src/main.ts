import { createListener } from '@cytocomm/listener';
import pino from 'pino';
import { createWebApp, lockFolder, readWebConfig } from './index.ts';

/** How the process ends: connections at rest stay for a moment, what is under way has 20 s. */
const DRAIN_TIMES = { idleGraceMs: 500, deadlineMs: 20_000 };

const log = pino({ name: 'web' });
const config = readWebConfig(process.env);
const listener = createListener(createWebApp({ config, locks: lockFolder(config.LOCKS_DIR), log }));
const port = await listener.listen(config.PORT, config.HOST, 'PORT');
log.info({ address: { address: config.HOST, port } }, 'listening');
process.once('SIGTERM', () => {
  listener.drain(DRAIN_TIMES).then(() => process.exit(0));
});
