import {
  type CalendarEvent,
  chooseAlertPreferences,
  countAlertAudience,
  listNotifications,
  markNotificationsRead,
  noteVisit,
  type PortalNotification,
  readAlertPreferences,
  summarizeNotifications,
} from '@cytocomm/contract';
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { eventAuthors, maySeeEvent } from './event-calls.ts';
import { isInGroups, mayReadDocument } from './groups.ts';
import { cutPage, newestFirst } from './records.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Adds the calls about an investor's e-mail alerts. */
export function alertCalls(portal: FakePortal, answer: Answer): void {
  const investors = roles('investor', 'admin');
  answer(countAlertAudience, roles('admin'), () => ({ recipients: portal.data.audience }));
  answer(readAlertPreferences, investors, () => portal.data.alerts);
  answer(chooseAlertPreferences, investors, ({ body }) => {
    portal.data.alerts = body;
    return body;
  });
}

const VISIT_OVER_MS = 30 * 60 * 1000;
const NEVER = new Date(0).toISOString();

/** When an event was listed first, in place of when it was added, which the fake does not keep. */
const firstSeen = new WeakMap<CalendarEvent, string>();
function addedAt(event: CalendarEvent): string {
  const at = firstSeen.get(event) ?? new Date().toISOString();
  firstSeen.set(event, at);
  return at;
}

type News = Omit<PortalNotification, 'id' | 'unread'>;

/** Adds the calls about notifications. */
export function notificationCalls(portal: FakePortal, answer: Answer): void {
  const isOf = (person: FakeUser, role: string) => person.roles.includes(role);
  const newsFor = (person: FakeUser): News[] => [
    ...portal.data.documents
      .filter((each) => mayReadDocument(person, each) && each.uploadedBy !== person.email)
      .map(
        ({ id, title, uploadedAt, replacedAt }): News => ({
          kind: 'document',
          happening: replacedAt === undefined ? 'added' : 'changed',
          subject: id,
          title,
          at: replacedAt ?? uploadedAt,
        }),
      ),
    ...portal.data.pressReleases
      .filter(({ status, target, groups }) => {
        const isTheirs = target.includes('public') || isOf(person, 'investor') || isOf(person, 'admin');
        return status === 'published' && isTheirs && isInGroups(person, { groups });
      })
      .map(
        ({ id, title, date }): News => ({
          kind: 'press-release',
          happening: 'added',
          subject: id,
          title,
          at: date ?? NEVER,
        }),
      ),
    ...portal.data.events
      .filter((each) => maySeeEvent(person, each) && eventAuthors.get(each) !== person.email)
      .map(
        (event): News => ({
          kind: 'event',
          happening: 'added',
          subject: event.id,
          title: event.title,
          at: addedAt(event),
        }),
      ),
  ];
  const listed = (person: FakeUser): PortalNotification[] => {
    const mark = portal.data.readingMarks.get(person.email);
    const { readUpTo = NEVER, readApart = [] } = mark ?? { readUpTo: person.createdAt };
    return newsFor(person)
      .toSorted(newestFirst('at'))
      .map((each) => ({ id: `${each.kind}:${each.subject}:${each.happening}`, ...each }))
      .map((each) => ({ ...each, unread: each.at > readUpTo && !readApart.includes(`${each.id} ${each.at}`) }));
  };
  const waitingFor = (person: FakeUser) =>
    [
      {
        kind: 'press-release' as const,
        what: 'approval' as const,
        count: portal.data.pressReleases.filter(
          ({ approval }) => approval?.state === 'asked' && !approval.writers.includes(person.email),
        ).length,
      },
      {
        kind: 'press-release' as const,
        count: portal.data.pressReleases.filter(({ status }) => status === 'draft').length,
      },
      { kind: 'mail' as const, count: portal.data.mails.filter(({ status }) => status === 'failed').length },
    ].filter(({ count }) => count > 0 && isOf(person, 'admin'));

  const summaryFor = (person: FakeUser) => ({
    unread: listed(person).filter(({ unread }) => unread).length,
    since: portal.data.readingMarks.get(person.email)?.since ?? null,
    waiting: waitingFor(person),
  });

  answer(listNotifications, signedIn, ({ person, query }) => ({
    ...cutPage(listed(person), query),
    summary: summaryFor(person),
  }));
  answer(summarizeNotifications, signedIn, ({ person }) => summaryFor(person));
  answer(markNotificationsRead, signedIn, ({ person, body: { upTo = NEVER, ids = [] } }) => {
    const mark = portal.data.readingMarks.get(person.email) ?? {};
    const until = new Date(Math.min(Date.parse(upTo), Date.now())).toISOString();
    const readUpTo = until > (mark.readUpTo ?? NEVER) ? until : mark.readUpTo;
    const read = listed(person).filter(({ id }) => ids.includes(id));
    const readApart = [...(mark.readApart ?? []), ...read.map(({ id, at }) => `${id} ${at}`)];
    portal.data.readingMarks.set(person.email, { ...mark, readApart, ...(readUpTo !== undefined && { readUpTo }) });
  });
  answer(noteVisit, signedIn, ({ person }) => {
    const now = new Date();
    const { visitedAt, ...mark } = portal.data.readingMarks.get(person.email) ?? { readUpTo: now.toISOString() };
    const isOver = visitedAt !== undefined && now.getTime() - Date.parse(visitedAt) > VISIT_OVER_MS;
    portal.data.readingMarks.set(person.email, {
      ...mark,
      ...(isOver && { since: visitedAt }),
      visitedAt: now.toISOString(),
    });
  });
}
