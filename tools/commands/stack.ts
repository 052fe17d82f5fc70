import { addressOf, readMetrics, readReadiness } from '@cytocomm/contract';
import {
  announce,
  endWithFailure,
  readCommandLine,
  readStartSettings,
  say,
  startUntilAsked,
} from './portal/command.ts';

const USAGE = `usage: npm run stack   starts the shape of docker-compose.yml as plain processes, on http://localhost:3000:
nginx as the edge, two processes of the API, two of the pages, the database and the mail catcher

Settings, all optional, are those of npm start; it is the same portal, over the same data folder. nginx has to be installed.`;

try {
  readCommandLine({ usage: USAGE, options: {} });
  const startedAt = performance.now();
  const settings = await readStartSettings(process.env);
  // Loads all the services: a wrong setting is told before that.
  const { startBuiltStack } = await import('./stack/built-stack.ts');
  const stack = await startUntilAsked(() => startBuiltStack(settings, process.env, say));
  say('');
  for (const [name, url] of stack.operatorUrls)
    say(`  ${name.padEnd(12)}${url}${addressOf(readReadiness)}, ${addressOf(readMetrics)}`);
  say(`  Logs        ${stack.logDir}`);
  announce({ ...stack, operatorUrl: stack.operatorUrls.get('api-1') ?? '', pid: process.pid }, startedAt);
} catch (error) {
  endWithFailure(error);
}
