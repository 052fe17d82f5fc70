// The browser.
export { NoChromium, presentChromium, startBrowser } from './browser.ts';
// The plan of a trial, and the faults that it found.
export {
  errorWords,
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
// The site of a trial.
export {
  createVisitors,
  type StartTrialSite,
  TooBusyToTry,
  type TrialSite,
  type Visitor,
  type Visitors,
} from './site.ts';
export { runTrial, type TrialFinds } from './trial.ts';
