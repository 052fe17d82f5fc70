import { addressOf, listUsers, type UserListQuery, type UserSort } from '@cytocomm/contract';
import { emailOf, searchTerms } from '../sign-in/people.ts';
import { type ListTimes, type SignedInApi, timeInTurn } from './in-turn.ts';

const ROUNDS = 400;
const PAGE = 50;
const SORTS: readonly UserSort[] = [
  ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
];

/** Parts of e-mails and names from anywhere in them: common ones, rare ones, of one person alone, of nobody. */
function parts(count: number): UserListQuery[] {
  return searchTerms(count).map((term, turn) => {
    const email = emailOf(turn * 2 + 1);
    const sort = SORTS[turn % SORTS.length];
    const inside = [email.slice(2, 7), email.slice(-12, -4), email.slice(3, 9), term, `${term} lab`][turn % 5] ?? term;
    return { search: inside, ...(turn % 2 === 0 && sort !== undefined && { sort }) };
  });
}

const orders = (count: number): UserListQuery[] =>
  Array.from({ length: count }, (_, turn) => {
    const sort = SORTS[turn % SORTS.length] ?? 'email';
    return (
      [{ sort }, { sort, role: 'investor' }, { sort, neverSignedIn: true }, { sort, role: 'admin' }][turn % 4] ?? {}
    );
  });

/** Times an admin's list of users: searched by any part, ordered and filtered. */
export async function measurePeople(apis: readonly SignedInApi[]): Promise<readonly ListTimes[]> {
  const time = (asked: string, queries: readonly UserListQuery[]) =>
    timeInTurn(
      asked,
      queries.map((query) => addressOf(listUsers, {}, { limit: PAGE, ...query })),
      apis,
      2,
    );
  return [await time('search by any part', parts(ROUNDS)), await time('order and filter', orders(ROUNDS))];
}
