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
import { accountIcon } from '../person/account-icon.ts';

/** How many records of a kind are shown before all of them are asked for. */
const FEW_OF_KIND = 5;

/** What choosing an offer does: leads to an address of the portal, opens a file in a tab of its own, or runs something. */
type Act = { readonly to: string } | { readonly file: string } | { readonly run: () => void };

/** Shows all that was found of a kind; `next` is the first that was not shown. */
interface Unfolding {
  readonly unfold: RecordKind;
  readonly next: string;
}

/** One line of the palette. */
export interface Offer {
  readonly id: string;
  /** The words over it and its like. */
  readonly group: string;
  readonly title: string;
  /** What tells it from others of its title. */
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

/** Of what dashboards records and pages are opened. */
export interface RecordScope {
  readonly lock: Lock;
  readonly entries: readonly DashboardEntry[];
  /** The role whose dashboard is shown; its tools come first. */
  readonly role: string | undefined;
  readonly accountLinks: readonly LinkContribution[];
  /** What links inside the dashboard carry while a preview lasts; nothing can be changed then. */
  readonly preview: string;
}

/** A record that is to be opened. */
interface OpenedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly title: string;
  /** It is not published, or waits for an answer: no other dashboard than that of admins shows it. */
  readonly isForAdmins?: boolean;
}

/** What the palette is opened with, and what else can be done. */
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

/** Returns the dashboards of a person, that of the role which is shown first. */
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

/** Returns what can be begun: each tool's `new`, once by its words. A preview changes nothing. */
function beginnings(scope: PaletteScope): Offer[] {
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

/** Returns all that is offered without a search: pages, then what can be done. */
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
    ...beginnings(scope),
    ...scope.actions.map((action): Offer => ({ ...action, group: DO, about: '' })),
  ];
}

/** A role is meant from this many characters on: two of "Ada" would offer all tools of the Admin. */
const MIN_ROLE_LENGTH = 3;

const beginsWordOf = (text: string, word: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(({ index }) => text.startsWith(word, index));

/** Returns the offers in which a word begins with each of those, or whose role does; first those that begin with them. */
export function fittingOffers(offers: readonly Offer[], search: string): Offer[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ title }: Offer) => title.toLowerCase().startsWith(words.join(' '));
  const holds = ({ title, about }: Offer, word: string) =>
    beginsWordOf(title.toLowerCase(), word) || (word.length >= MIN_ROLE_LENGTH && about.toLowerCase().startsWith(word));
  return offers
    .filter((offer) => words.every((word) => holds(offer, word)))
    .toSorted((a, b) => Number(b.group === GO_TO) - Number(a.group === GO_TO) || Number(begins(b)) - Number(begins(a)));
}

/** Returns the address at which a tool shows a record; undefined when it shows none of its kind. */
function shownBy({ finds }: DashboardTool, { kind, id, title }: OpenedRecord): string | undefined {
  const at = finds.find((each) => each.kind === kind)?.at;
  const values: Readonly<Record<string, string>> = { ':id': id, ':title': title };
  return at?.replace(/:(?:id|title)/g, (name) => encodeURIComponent(values[name] ?? ''));
}

/** Returns the dashboard on which admins work; none for others, and in a preview of another role. */
const ofAdmins = ({ entries }: RecordScope) => entries.filter(({ role }) => role === 'admin');

/** Returns the address of the tool in which admins, or else others, work with records of a kind; undefined when there is none. */
export function workAddress(scope: RecordScope, kind: RecordKind): string | undefined {
  for (const { role, tools } of [...ofAdmins(scope), ...inOrder(scope)]) {
    const tool = tools.find(({ finds }) => finds.some((each) => each.kind === kind));
    if (tool !== undefined) return withQuery(dashboardAddress(role, tool.path), scope.preview);
  }
  return undefined;
}

/** Returns where a public page shows a press release; undefined when none does. */
function onPublicPage(lock: Lock, id: string): string | undefined {
  for (const { path, data } of lock.remotes.flatMap(({ contributions }) => contributions.routes))
    if (data?.item !== undefined && `${data.item.path}/:id` === readPressRelease.path)
      return `${path}?${new URLSearchParams({ [data.item.parameter]: id })}`;
  return undefined;
}

/** Returns what opening a record does: in the first tool that shows its kind, else on its own; undefined when nothing does. */
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

/** Returns an offer for each record that was found; those that nothing shows are left out. */
export function foundOffers(scope: PaletteScope, records: readonly FoundRecord[]): Offer[] {
  return records.flatMap((record): Offer[] => {
    const { kind, id, title, date, status } = record;
    // The words begin with the status, which has a place of its own.
    const about = status === undefined ? record.about : record.about.slice(status.length).replace(/^, /, '');
    const act = opening(scope, { kind, id, title, isForAdmins: kind === 'press-release' && record.about !== '' });
    return act === undefined ? [] : [{ id: `${kind} ${id}`, kind, ...KINDS[kind], title, about, date, status, act }];
  });
}

/** Returns the first offers of each kind of records, and one that shows all of it, unless the kind is unfolded. */
export function foldedOffers(found: readonly Offer[], unfolded: readonly RecordKind[]): Offer[] {
  return [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, offers]): readonly Offer[] => {
    const next = offers[FEW_OF_KIND];
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
    return [...offers.slice(0, FEW_OF_KIND), all];
  });
}
