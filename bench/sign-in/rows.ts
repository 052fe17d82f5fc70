import { compare, type Row } from '../report.ts';
import { LOOKUP_TARGET, SAME_TIME_TARGET, SEARCH_TARGET } from '../targets.ts';
import type { SignInFigures } from './measure.ts';

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const rate = (value: number) => `${whole(value)} /s`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/**
 * Sign-ins a second, lookups beside the bare handler's, and searches among many people beside those among few. Rates are the best of
 * the rounds: whatever else the machine does only ever slows down.
 */
export function signInRows({ completions, lookups, searches, answers, people }: SignInFigures): Row[] {
  const perSecond = Math.max(...completions);
  const among = (count: number) => `among ${whole(count)}`;
  return [
    { ...compare('sign-in', 'completions', rate, [perSecond, 0], '', undefined), theirs: '' },
    compare(
      'users',
      'lookup with a bearer token',
      rate,
      [Math.max(...lookups.portal), Math.max(...lookups.bare)],
      'bare handler',
      LOOKUP_TARGET,
    ),
    compare(
      'users',
      `search ${among(people.many)}, p95`,
      milliseconds,
      [searches.many, searches.few],
      among(people.few),
      SEARCH_TARGET,
    ),
    ...answers.map(({ call, approved, stranger }) => {
      const [slower, other] =
        approved > stranger ? (['approved', 'a stranger'] as const) : (['a stranger', 'approved'] as const);
      const times = [Math.max(approved, stranger), Math.min(approved, stranger)] as const;
      return compare('sign-in', `${call}, ${slower}`, milliseconds, times, other, SAME_TIME_TARGET);
    }),
  ];
}
