import type { DangerousAction } from '@cytocomm/contract';
import type { Principal, TeamToken } from '../calls/access.ts';
import { isTeam } from '../calls/access.ts';
import { ApiError } from '../calls/problem.ts';
import type { Database } from '../database/database.ts';
import type { Config } from '../settings/config.ts';

const needed = () =>
  new ApiError(
    403,
    'fresh-sign-in-needed',
    'Confirm that it is you, and do this again: it is some time since you did.',
  );

/** Dependencies of the check for a fresh session. */
export interface StepUp {
  readonly config: Pick<Config, 'stepUp'>;
  readonly database: Pick<Database, 'now'>;
}

/** Whether the person of a session proved within `STEP_UP_MINUTES` to be them. */
function isFresh({ config, database }: StepUp, { provedAt }: Principal): boolean {
  return database.now().getTime() - provedAt.getTime() < config.stepUp.minutes * 60_000;
}

/** Whether a dangerous action wants a confirmation of this person first. */
function wantsConfirmation(core: StepUp, person: Principal, action: DangerousAction): boolean {
  const { actions, everybody } = core.config.stepUp;
  return actions.includes(action) && (person.hasPasskey || everybody) && !isFresh(core, person);
}

/** Returns the dangerous actions that this session would have to be confirmed for now. */
export function actionsToConfirm(core: StepUp, person: Principal): DangerousAction[] {
  return core.config.stepUp.actions.filter((action) => wantsConfirmation(core, person, action));
}

/**
 * Throws 403 `fresh-sign-in-needed` for a dangerous action in a session that is not fresh. Asked of people who have a passkey,
 * and with `STEP_UP_EVERYBODY` of all; never of a team's token.
 */
export function assertFresh(core: StepUp, caller: Principal | TeamToken, action: DangerousAction): void {
  if (!isTeam(caller) && wantsConfirmation(core, caller, action)) throw needed();
}

/** Throws 403 `fresh-sign-in-needed` for a change of what a person signs in by; no setting lifts this. */
export function assertFreshForFactors(core: StepUp, caller: Principal): void {
  if (!isFresh(core, caller)) throw needed();
}
