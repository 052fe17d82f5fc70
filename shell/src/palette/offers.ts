import {
  addressOf,
  type FoundRecord,
  type LinkContribution,
  type Lock,
  type RecordKind,
  readDocumentContent,
  readPressRelease,
} from '@cytocomm/contract';
import type { IconName } from '@cytocomm/kit';
import { dashboardAddress } from '../dashboard/addresses.ts';
import type { DashboardEntry, DashboardTool } from '../dashboard/sections.ts';
import { accountIcon } from '../frame/links.ts';

/** Records of a kind that are shown before it is unfolded. */
const MAX_FOLDED = 5;

/** The effect of an offer: goes to an address of the portal, opens a file in a new tab, or runs a function. */
type Act = { readonly to: string } | { readonly file: string } | { readonly run: () => void };

/** Shows all results of a kind; `next` is the first hidden one. */
interface Unfolding {
  readonly unfold: RecordKind;
  readonly next: string;
}

/** One line of the palette. */
export interface Offer {
  readonly id: string;
  /** The heading of its group. */
  readonly group: string;
  readonly title: string;
  /** Distinguishes it from others of the same title. */
  readonly about: string;
  /** The day of a record. */
  readonly date?: string | null;
  /** Of a press release that is not out yet. */
  readonly status?: FoundRecord['status'];
  readonly icon: IconName;
  /** Of a record. */
  readonly kind?: RecordKind;
  readonly act: Act | Unfolding;
}

/** The dashboards in which records and pages open. */
export interface RecordScope {
  readonly lock: Lock;
  readonly entries: readonly DashboardEntry[];
  /** The current role; its tools come first. */
  readonly role: string | undefined;
  readonly accountLinks: readonly LinkContribution[];
  /** The query of links inside the dashboard during a preview, which changes nothing; else empty. */
  readonly preview: string;
}

/** A record to open. */
interface OpenedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly title: string;
  /** Unpublished or awaiting an answer: shown in the dashboard of admins only. */
  readonly isForAdmins?: boolean;
}

/** The scope of the palette, with its actions. */
export interface PaletteScope extends RecordScope {
  readonly actions: readonly Pick<Offer, 'id' | 'title' | 'icon' | 'act'>[];
}

const GO_TO = 'Go to';
const DO = 'Do';
const OVERVIEW = 'Overview';

const KINDS: Readonly<Record<RecordKind, { readonly group: string; readonly icon: IconName }>> = {
  user: { group: 'People', icon: 'user' },
  document: { group: 'Documents', icon: 'document' },
  'press-release': { group: 'Press releases', icon: 'edit' },
  event: { group: 'Events', icon: 'calendar' },
  mail: { group: 'Mails', icon: 'mail' },
  release: { group: 'Releases', icon: 'cloud' },
  failure: { group: 'Failures', icon: 'warning' },
};

function withQuery(address: string, preview: string): string {
  if (preview === '') return address;
  return address.includes('?') ? `${address}&${preview.slice(1)}` : address + preview;
}

/** Returns a person's dashboards, the current one first. */
const inOrder = ({ entries, role }: RecordScope) =>
  entries.toSorted((a, b) => Number(b.role === role) - Number(a.role === role));

function placesOf({ role, label, tools }: DashboardEntry, preview: string): Offer[] {
  const place = (title: string, path?: string): Offer => ({
    id: `place ${role}/${path ?? ''}`,
    group: GO_TO,
    title,
    about: label,
    icon: 'arrow-right',
    act: { to: withQuery(dashboardAddress(role, path), preview) },
  });
  return [place(OVERVIEW), ...tools.map(({ title, path }) => place(title, path))];
}

/** Returns the create actions: each tool's `new`, once per title. None in a preview. */
function createOffers(scope: PaletteScope): Offer[] {
  if (scope.preview !== '') return [];
  const found = inOrder(scope).flatMap(({ role, label, tools }) =>
    tools.flatMap(({ path, newTitle }): Offer[] =>
      newTitle === undefined
        ? []
        : [
            {
              id: `new ${role}/${path}`,
              group: DO,
              title: newTitle,
              about: label,
              icon: 'plus',
              act: { to: `${dashboardAddress(role, path)}/new` },
            },
          ],
    ),
  );
  return [...new Map(found.toReversed().map((offer) => [offer.title, offer])).values()].toReversed();
}

/** Returns the offers without a search: pages, then actions. */
export function standingOffers(scope: PaletteScope): Offer[] {
  return [
    ...inOrder(scope).flatMap((entry) => placesOf(entry, scope.preview)),
    ...scope.accountLinks.map(
      ({ label, path }): Offer => ({
        id: `link ${path}`,
        group: GO_TO,
        title: label,
        about: 'Account',
        icon: accountIcon(path),
        act: { to: path },
      }),
    ),
    ...createOffers(scope),
    ...scope.actions.map((action): Offer => ({ ...action, group: DO, about: '' })),
  ];
}

/** Fewer characters match no role: "Ad" of "Ada" would offer all tools of the Admin. */
const MIN_ROLE_LENGTH = 3;

const beginsWordOf = (text: string, word: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(({ index }) => text.startsWith(word, index));

/** Returns the offers with words or a role that begin with each search word; titles that begin with the search come first. */
export function fittingOffers(offers: readonly Offer[], search: string): Offer[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ title }: Offer) => title.toLowerCase().startsWith(words.join(' '));
  const holds = ({ title, about }: Offer, word: string) =>
    beginsWordOf(title.toLowerCase(), word) || (word.length >= MIN_ROLE_LENGTH && about.toLowerCase().startsWith(word));
  return offers
    .filter((offer) => words.every((word) => holds(offer, word)))
    .toSorted((a, b) => Number(b.group === GO_TO) - Number(a.group === GO_TO) || Number(begins(b)) - Number(begins(a)));
}

/** Returns the address of a record in a tool; undefined when it shows none of its kind. */
function shownBy({ finds }: DashboardTool, { kind, id, title }: OpenedRecord): string | undefined {
  const at = finds.find((each) => each.kind === kind)?.at;
  const values: Readonly<Record<string, string>> = { ':id': id, ':title': title };
  return at?.replace(/:(?:id|title)/g, (name) => encodeURIComponent(values[name] ?? ''));
}

/** Returns the admin dashboard; none for others, and in a preview of another role. */
const ofAdmins = ({ entries }: RecordScope) => entries.filter(({ role }) => role === 'admin');

/** Returns the address of a tool for records of a kind, the admins' first; undefined without one. */
export function workAddress(scope: RecordScope, kind: RecordKind): string | undefined {
  for (const { role, tools } of [...ofAdmins(scope), ...inOrder(scope)]) {
    const tool = tools.find(({ finds }) => finds.some((each) => each.kind === kind));
    if (tool !== undefined) return withQuery(dashboardAddress(role, tool.path), scope.preview);
  }
  return undefined;
}

/** Returns the address of a press release on a public page; undefined without one. */
function onPublicPage(lock: Lock, id: string): string | undefined {
  for (const { path, data } of lock.remotes.flatMap(({ contributions }) => contributions.routes))
    if (data?.item !== undefined && `${data.item.path}/:id` === readPressRelease.path)
      return `${path}?${new URLSearchParams({ [data.item.parameter]: id })}`;
  return undefined;
}

/** Returns how a record opens: in the first tool that shows its kind, else by itself; undefined when nothing shows it. */
export function opening(scope: RecordScope, record: OpenedRecord): Act | undefined {
  for (const { role, tools } of record.isForAdmins ? ofAdmins(scope) : inOrder(scope))
    for (const tool of tools) {
      const at = shownBy(tool, record);
      if (at !== undefined) return { to: withQuery(dashboardAddress(role, tool.path) + at, scope.preview) };
    }
  if (record.kind === 'document') return { file: addressOf(readDocumentContent, { id: record.id }) };
  const page = record.kind === 'press-release' && !record.isForAdmins ? onPublicPage(scope.lock, record.id) : undefined;
  return page === undefined ? undefined : { to: page };
}

/** Returns an offer for each found record that can be opened. */
export function foundOffers(scope: PaletteScope, records: readonly FoundRecord[]): Offer[] {
  return records.flatMap((record): Offer[] => {
    const { kind, id, title, date, status } = record;
    // `about` begins with the status, which is shown separately.
    const about = status === undefined ? record.about : record.about.slice(status.length).replace(/^, /, '');
    const act = opening(scope, { kind, id, title, isForAdmins: kind === 'press-release' && record.about !== '' });
    return act === undefined ? [] : [{ id: `${kind} ${id}`, kind, ...KINDS[kind], title, about, date, status, act }];
  });
}

/** Folds each kind of records to its first offers and one that shows all, unless it is unfolded. */
export function foldedOffers(found: readonly Offer[], unfolded: readonly RecordKind[]): Offer[] {
  return [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, offers]): readonly Offer[] => {
    const next = offers[MAX_FOLDED];
    if (kind === undefined || next === undefined || unfolded.includes(kind)) return offers;
    const title = `Show all ${offers.length}`;
    const all: Offer = {
      id: `all ${kind}`,
      group: next.group,
      title,
      about: '',
      icon: 'chevron-down',
      act: { unfold: kind, next: next.id },
    };
    return [...offers.slice(0, MAX_FOLDED), all];
  });
}
