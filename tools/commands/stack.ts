import type { ReleaseDesk } from '@cytocomm/api';
import { addressOf, readMetrics, readReadiness } from '@cytocomm/contract';
import {
  announce,
  endWithFailure,
  readCommandLine,
  readStartSettings,
  say,
  startUntilAsked,
} from './portal/command.ts';
import { readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run stack   starts the shape of docker-compose.yml as plain processes, on http://localhost:3000:
nginx as the edge, two processes of the API, two of the pages, the database and the mail catcher

Settings, all optional, are those of npm start; it is the same portal, over the same data folder. nginx has to be installed.`;

try {
  readCommandLine({ usage: USAGE, options: {} });
  const startedAt = performance.now();
  const notHere = `npm run stack is for this machine, without TLS; in production docker-compose.yml has the same shape.`;
  const settings = await readStartSettings(process.env, notHere);
  // What builds and starts is loaded when the settings are right.
  const [{ buildChanged }, { asWorkingCopy, publishBuilds }, { programOf }, { startStack }] = await Promise.all([
    import('./build.ts'),
    import('./portal/publish-builds.ts'),
    import('./stack/edge.ts'),
    import('./stack/stack.ts'),
  ]);
  // Before anything is built or started.
  programOf('nginx');
  const promote = async (desk: ReleaseDesk) => {
    const builds = (await buildChanged(readWorkspaceNames(), say)).map(asWorkingCopy);
    await publishBuilds(desk, builds, { by: 'npm run stack', reason: 'What the checkout holds' });
  };
  const stack = await startUntilAsked(() => startStack({ settings, given: process.env, promote, say }));
  say('');
  for (const [name, url] of stack.operatorUrls)
    say(`  ${name.padEnd(12)}${url}${addressOf(readReadiness)}, ${addressOf(readMetrics)}`);
  say(`  Logs        ${stack.logDir}`);
  announce({ ...stack, operatorUrl: stack.operatorUrls.get('api-1') ?? '', pid: process.pid }, startedAt);
} catch (error) {
  endWithFailure(error);
}
