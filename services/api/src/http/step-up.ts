import type { Core } from '../core.ts';
import type { Principal, TeamToken } from './access.ts';
import { isTeam } from './access.ts';
import { ApiError } from './problem.ts';

/** What is dangerous enough to ask again who it is; `STEP_UP_ACTIONS` chooses among them. */
export const STEP_UP_ACTIONS = ['admins', 'bins', 'exports', 'promotions'] as const;

/** A kind of dangerous action. */
export type StepUpAction = (typeof STEP_UP_ACTIONS)[number];

const needed = () =>
  new ApiError(
    403,
    'fresh-sign-in-needed',
    'Confirm that it is you, and do this again: it is some time since you did.',
  );

/** Whether the person of a session proved within `STEP_UP_MINUTES` to be them. */
function isFresh({ config, database }: Core, { provedAt }: Principal): boolean {
  return database.now().getTime() - provedAt.getTime() < config.stepUp.minutes * 60_000;
}

/**
 * Throws 403 `fresh-sign-in-needed` for a dangerous action in a session that is not fresh. Asked of people who have a passkey,
 * and with `STEP_UP_EVERYBODY` of all; never of a team's token.
 */
export function assertFresh(core: Core, caller: Principal | TeamToken, action: StepUpAction): void {
  const { actions, everybody } = core.config.stepUp;
  if (isTeam(caller) || !actions.includes(action) || !(caller.hasPasskey || everybody)) return;
  if (!isFresh(core, caller)) throw needed();
}

/** Throws 403 `fresh-sign-in-needed` for a change of what a person signs in by, whatever the settings say. */
export function assertFreshForFactors(core: Core, caller: Principal): void {
  if (!isFresh(core, caller)) throw needed();
}
