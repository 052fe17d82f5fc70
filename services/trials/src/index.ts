export { readTrialsConfig, settingsSchema as trialsSettingsSchema } from './config.ts';
export type { TrialEnd, TrialOrder } from './messages.ts';
export { startTrialRunnerProcess, type TrialRunnerProcess } from './runner-process.ts';
export { runTrialProcess, type TrialBreak } from './trial-process.ts';
