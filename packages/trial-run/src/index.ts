// The browser.
export { startBrowser } from './browser.ts';
export { errorWords } from './error-words.ts';
export { NoChromium, presentChromium } from './find-chromium.ts';
// What is tried, and what was found.
export {
  type Fault,
  TRIAL_TIMES,
  type TrialFault,
  type TrialPlan,
  type TrialTimes,
  type TrialVariant,
  trialFaultSchema,
  trialPlanSchema,
  trialTimesSchema,
} from './plan.ts';
// The site that it is tried on.
export { type StartTrialSite, TooBusyToTry, type TrialSite } from './site.ts';
export { runTrial, type TrialFinds } from './trial.ts';
export { createVisitors, type Visitor, type Visitors } from './visitors.ts';
