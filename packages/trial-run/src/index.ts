// The browser.
export { NoChromium, presentChromium, startBrowser } from './browser.ts';
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
// What is tried, and what was found.
// The site that it is tried on.
export {
  createVisitors,
  type StartTrialSite,
  TooBusyToTry,
  type TrialSite,
  type Visitor,
  type Visitors,
} from './site.ts';
export { runTrial, type TrialFinds } from './trial.ts';
