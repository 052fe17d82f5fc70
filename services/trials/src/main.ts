import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, createLog, readBuild } from '@cytocomm/runtime';
import { readTrialsConfig } from './config.ts';
import { startTrialRunner } from './runner.ts';

function parentHoldsStdin(): boolean {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isSocket();
}

function run(): void {
  const config = readTrialsConfig(process.env);
  const { chromium } = config;
  const log = createLog(config.LOG_LEVEL, readBuild('trials', join(import.meta.dirname, '..')));
  // Root has no walls of Chromium's own.
  const isSandboxed = config.CHROMIUM_WITHOUT_SANDBOX !== 'yes' && process.getuid?.() !== 0;
  const runner = startTrialRunner({ mongoUri: config.MONGODB_URI, chromium, isSandboxed, log });
  log.info({ chromium, isSandboxed, node: process.version }, 'the trial runner is connected');
  const stop = () => {
    runner.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (parentHoldsStdin()) process.stdin.once('end', stop).resume();
}

try {
  run();
} catch (error) {
  const isExpected = error instanceof ConfigurationError;
  const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
