export { NoChromium, presentChromium } from './chromium.ts';
export { settingsSchema as trialsSettingsSchema } from './config.ts';
export { startTrialRunnerProcess, type TrialRunnerProcess } from './runner-process.ts';
