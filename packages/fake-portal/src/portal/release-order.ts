import type {
  AdminPressRelease,
  AdminPressReleaseListQuery,
  PressReleaseOrder,
  PressReleaseSort,
} from '@cytocomm/contract';
import { fold, holdsWords } from './search-words.ts';

/** Whether a press release is one of those that a list asks for. */
export function isFound(
  { title, author, status, approval }: AdminPressRelease,
  query: AdminPressReleaseListQuery,
): boolean {
  return (
    (query.status === undefined || status === query.status) &&
    (query.approval === undefined || approval?.state === query.approval) &&
    holdsWords([title, author], query.search ?? '')
  );
}

const ORDERS: Readonly<Record<PressReleaseOrder, (release: AdminPressRelease) => string>> = {
  title: ({ title }) => fold(title),
  date: ({ date }) => date ?? '9999-12-31T23:59:59.999Z',
  author: ({ author }) => author,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

/** Returns how a list orders its press releases. */
export function orderOf(sort: PressReleaseSort = '-createdAt') {
  const order = Object.entries(ORDERS).find(([name]) => sort.replace('-', '') === name)?.[1] ?? ORDERS.createdAt;
  const keyOf = (release: AdminPressRelease) => `${order(release)}\u0000${release.id}`;
  return (a: AdminPressRelease, b: AdminPressRelease) =>
    (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}
