import type { GateCheck } from '@cytocomm/contract';
import type { TrialEnd } from './messages.ts';
import type { TrialBreak } from './trial-process.ts';

/** The part of a release that a check names. */
interface Named {
  readonly remote: string;
  readonly release: string;
}

const MB = 1024 * 1024;
const MAX_TEXT_LENGTH = 1000;

const check = (outcome: GateCheck['outcome'], message: string): GateCheck => ({
  rule: 'trial-run',
  outcome,
  message: message.slice(0, MAX_TEXT_LENGTH),
});

/** Returns the check of a release that was not tried. */
export function skippedCheck({ remote, release }: Named, why: string): GateCheck {
  return check('skipped', `${remote} ${release}: the pages were not tried, because ${why}.`);
}

/** Returns the check of a release whose trial cannot be brought to an end. */
export function refusedCheck({ remote, release }: Named, words: string, mend: string): GateCheck {
  return check('refused', `${remote} ${release}: ${words}. To mend it, ${mend}.`);
}

/** Returns the checks of what a trial found; `broken` ones and those of a busy machine have none, they are tried again. */
export function checksOf(
  named: Named,
  end: Exclude<TrialEnd | TrialBreak, { broken: string } | { tooBusy: string }>,
  withinMs: number,
  remark: string,
): GateCheck[] {
  const { remote, release } = named;
  if ('late' in end)
    return [
      refusedCheck(named, `the trial run did not end within ${withinMs / 1000} s`, 'look for what loops for ever'),
    ];
  if ('tooLarge' in end)
    return [
      refusedCheck(
        named,
        `its page took ${Math.round(end.tooLarge / MB)} MB of memory`,
        'look for what is kept and never given back',
      ),
    ];
  if ('noBrowser' in end) return [skippedCheck(named, `no browser could be started here (${end.noBrowser})`)];
  if (end.faults.length > 0)
    return end.faults.map(({ words, mend, place }) => ({
      ...refusedCheck(named, words, mend),
      place: place.slice(0, MAX_TEXT_LENGTH),
    }));
  const looks = end.visits === 1 ? 'one page' : `${end.visits} pages`;
  return [
    check('passed', `${remote} ${release}: ${looks} started in a browser without an error.${remark && ` ${remark}`}`),
  ];
}
