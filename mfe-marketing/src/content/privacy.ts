import { RETENTION } from '@cytocomm/contract';

/** One place where a person gives something of theirs. */
export interface DataUse {
  readonly place: string;
  readonly data: string;
  readonly purpose: string;
  readonly kept: string;
}

const { contactMessageDays, mailDays, unconfirmedSubscriberDays, strangerNoteDays } = RETENTION;

/** The words of the privacy notice. */
export const privacy = {
  opening: {
    title: 'What we keep, and how long.',
    lead: 'This notice says what this site does with personal data. It is written from what the software does, with the periods that it deletes by.',
  },
  columns: { place: 'Where', data: 'What we hold', purpose: 'What for', kept: 'How long' },
  visitors: {
    title: 'If you write to us or subscribe',
    rows: [
      {
        place: 'Contact form',
        data: 'Name, e-mail address, message and, if you write one, a subject.',
        purpose: 'To answer you. The message is mailed to us, and our answer goes to your address.',
        kept: `${contactMessageDays} days in the database. The mail to us stays in our mailbox until we delete it.`,
      },
      {
        place: 'Email Alerts',
        data: 'E-mail address, and when you confirmed it.',
        purpose: 'To send the company news you asked for. Nothing is sent before you confirm.',
        kept: `Until you unsubscribe, one click in every mail; ${unconfirmedSubscriberDays} days if you never confirm. That a mail was sent to you: ${mailDays} days.`,
      },
      {
        place: 'Limits of both forms',
        data: 'A hash, under a secret key, of your network address and of the address you typed.',
        purpose: 'To stop robots.',
        kept: 'Until the limit starts anew, one day at most.',
      },
      {
        place: 'Parts of pages that load or fail',
        data: 'Which part of a page loaded, how fast, or why it failed, with a hash, under a secret key, of the day and your network address, or of your account while you are signed in.',
        purpose: 'To notice a release that does not work; the hash keeps one visitor from counting as many.',
        kept: `The hash: ${RETENTION.telemetryClientDays} days.`,
      },
      {
        place: 'Sign-in that is refused',
        data: 'A hash, under a secret key, of the address you typed and of your network address.',
        purpose: 'To find out why somebody cannot sign in, and to notice attempts to break in.',
        kept: `${strangerNoteDays} days.`,
      },
    ],
  },
  members: {
    title: 'If you are a member of the portal',
    rows: [
      {
        place: 'Your account',
        data: 'E-mail address, name, roles, the names of the browsers you are signed in with, which mails you want, how far you have read the notifications, when your last two visits were, and your calendar address if you made one.',
        purpose: 'To let you in, and to show what your role may see and what of it is new.',
        kept: `Until an admin deletes it. Notifications tell of the last ${RETENTION.notificationDays} days.`,
      },
      {
        place: 'Sign-in link',
        data: 'E-mail address, and the network address it was asked for from.',
        purpose: 'To sign in.',
        kept: `${RETENTION.signInLinkMinutes} minutes. The record of its mail: ${mailDays} days.`,
      },
      {
        place: 'Session',
        data: 'E-mail address and last visit.',
        purpose: 'To stay signed in.',
        kept: `${RETENTION.sessionIdleHours} hours after the last visit, ${RETENTION.sessionDays} days at most.`,
      },
      {
        place: 'What you publish',
        data: 'That a document, a press release or an event is yours, which files of a document you uploaded, and which texts of a release you saved.',
        purpose: 'To know who is responsible for it, and to store it once.',
        kept: `With the document or release, which a bin keeps for ${RETENTION.binDays} days after it is deleted. Earlier texts of a release: ${RETENTION.pressReleaseRevisionDays} days; earlier files of a document: ${RETENTION.documentVersionDays} days. That you made it, to store it once: ${RETENTION.idempotencyKeyDays} days.`,
      },
      {
        place: 'Documents you open',
        data: 'Which document, when, and from which network address.',
        purpose: 'To know who has read what.',
        kept: `${RETENTION.documentAccessDays} days.`,
      },
      {
        place: 'Audit trail',
        data: 'E-mail address, network address, browser, and what you did.',
        purpose: 'To know who did what.',
        kept: 'For good. When you are erased, a pseudonym takes your place.',
      },
    ],
  },
  browser: {
    title: 'In your browser',
    paragraphs: [
      'Reading the public pages sets no cookie. Asking for a sign-in link and signing in set one each, for that alone. Choosing another appearance in the dashboard sets one that holds the choice. Your browser also remembers the address you asked a link for, until the link is used, that somebody is signed in while that is so, and keeps unsaved text of a dashboard in its tab until you log out.',
      'There are no advertisements and no visitor statistics. Your browser reports which parts of a page have loaded and how fast, and which have failed and why; the report names no person.',
      'Pages load nothing from other companies by themselves. The film on the home page comes from YouTube, and only after you press play. The check that you are not a robot runs on our own server, unless its box names another provider.',
    ],
  },
  servers: {
    title: 'On our servers',
    paragraphs: [
      'The log of the portal holds the path, time and result of a request, and no network or e-mail addresses. The web server in front of it notes network addresses.',
      'Backups hold what the database held on their day, until they are thrown away. People who were deleted since are named when one is put back.',
    ],
  },
  rights: {
    title: 'Ask us',
    paragraphs: [
      'You can ask what we hold about you, and have it corrected or erased. One command collects everything that names an address from every collection of the database; another erases it.',
      'This page describes the software. Who is responsible by law, and on which legal basis, is for the company to state; until that is published here, ask us.',
    ],
  },
};
