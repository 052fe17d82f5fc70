import { aboutDocument, type FoundRecord, MAX_FOUND_OF_KIND, type Mail, type MailListQuery } from '@cytocomm/contract';
import type { Answers } from './answer.ts';
import { by, cutPage, holdsWords, isWithin, listed, requireRecord } from './records.ts';
import type { FakePortal } from './state.ts';

const mailListing = {
  texts: ({ to }: Mail) => [to],
  fits: (mail: Mail, { status, kind, to }: MailListQuery) => {
    const isTroubled = mail.status === 'failed' || (mail.status === 'waiting' && mail.lastError !== null);
    return (
      (to === undefined || mail.to === to.toLowerCase()) &&
      (kind === undefined || mail.kind === kind) &&
      (status === undefined || (status === 'troubled' ? isTroubled : mail.status === status))
    );
  },
  orders: { createdAt: by('createdAt'), to: by('to'), kind: by('kind') },
};

/** Adds the calls about mails, the audit trail, alerts and telemetry. */
export function operationCalls(portal: FakePortal): Answers {
  return {
    listMails: ({ query }) => cutPage(listed(portal.data.mails, query, mailListing), query),
    retryMail: ({ params }) =>
      Object.assign(requireRecord(portal.data.mails, params.id, 'mail'), { status: 'waiting', lastError: null }),
    listAudit: ({ query }) => {
      const { subject = '', actor = '', action } = query;
      const entries = listed(portal.data.audit, query, {
        fits: (entry) =>
          entry.subject.startsWith(subject.toLowerCase()) &&
          (entry.actor ?? '').startsWith(actor.toLowerCase()) &&
          (action === undefined || entry.action === action) &&
          isWithin(entry.at, query),
        orders: { at: by('at') },
        sort: '-at',
      });
      const page = cutPage(entries, query);
      return { ...page, lookedTo: page.nextCursor === null ? null : (page.items.at(-1)?.at ?? null) };
    },
    readReleaseHealth: () => ({ items: portal.data.releaseHealth }),
    listFailureCauses: () => ({ items: portal.data.failureCauses }),
    countAlertAudience: () => ({ recipients: portal.data.audience }),
    readAlertPreferences: () => portal.data.alerts,
    chooseAlertPreferences: ({ body }) => {
      portal.data.alerts = body;
      return body;
    },
  };
}

const newestFirst = (a: { readonly date: string | null }, b: { readonly date: string | null }) =>
  (b.date ?? '').localeCompare(a.date ?? '');

/** Adds the call of the search. */
export function searchCalls(portal: FakePortal): Answers {
  return {
    searchPortal: ({ person, query: { q } }) => {
      const { users, documents, pressReleases, events } = portal.data;
      const kinds: readonly FoundRecord[][] = [
        (person.roles.includes('admin') ? users : [])
          .filter(({ email, name }) => holdsWords([email, name], q))
          .map(({ email, name }) => ({ kind: 'user', id: email, title: name, about: email, date: null })),
        documents
          .filter(({ title, name }) => holdsWords([title, name], q))
          .map((each) => ({
            kind: 'document',
            id: each.id,
            title: each.title,
            about: aboutDocument(each),
            date: each.uploadedAt,
          })),
        pressReleases
          .filter(({ title }) => holdsWords([title], q))
          .map(({ id, title, status, date }) =>
            status === 'published'
              ? { kind: 'press-release', id, title, about: '', date }
              : { kind: 'press-release', id, title, about: status, date, status },
          ),
        events
          .filter(({ title, place = '' }) => holdsWords([title, place], q))
          .map(({ id, title, place = '', date }) => ({ kind: 'event', id, title, about: place, date })),
      ];
      return { items: kinds.flatMap((found) => found.toSorted(newestFirst).slice(0, MAX_FOUND_OF_KIND)), late: [] };
    },
  };
}

/** Adds the calls about notifications. */
export function notificationCalls(portal: FakePortal): Answers {
  const summary = () => {
    const { notifications, lastVisit, waiting } = portal.data;
    return { unread: notifications.filter(({ unread }) => unread).length, since: lastVisit, waiting };
  };
  return {
    listNotifications: ({ query }) => ({ ...cutPage(portal.data.notifications, query), summary: summary() }),
    summarizeNotifications: summary,
    markNotificationsRead: ({ body: { upTo = '', ids = [] } }) => {
      for (const each of portal.data.notifications) if (each.at <= upTo || ids.includes(each.id)) each.unread = false;
    },
    noteVisit: () => undefined,
  };
}
