import {
  ALERT_CONFIRM_PATH,
  ALERT_UNSUBSCRIBE_PATH,
  type AlertPreferences,
  type AlertTopic,
  addressOf,
  emailSchema,
  RETENTION,
  type Role,
  unsubscribeAlerts,
} from '@cytocomm/contract';
import { Types } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import { groupsOfPerson, rolesOf, type UserRecord, type Users } from '../../identity/users/service.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Principal } from '../../platform/calls/access.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { KeyLimit } from '../../platform/limits/service.ts';
import { presentAll } from '../../platform/lists/pages.ts';
import { type LetterParts, letter } from '../../platform/mail/letter.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';
import { preferenceModel, subscriberModel } from './model.ts';

/** Limits of the whole portal, the shorter period first. */
const PORTAL_LIMITS: readonly KeyLimit[] = ['alerts-of-portal-by-minute', 'alerts-of-portal-by-hour'];
const PORTAL = 'portal';

/**
 * Returns a function that counts a mail to an unconfirmed address and returns whether it may be sent. The limit covers the whole
 * portal, since a flood would ruin the reputation of the domain. Log and metrics report mails held back.
 */
export function createAlertMailLimit({ limits, log }: Core, registry: Registry): () => Promise<boolean> {
  const unsent = new Counter({
    name: 'alert_mails_held_back_total',
    help: 'Mails to unconfirmed addresses that were not sent because of the limit of the whole portal',
    registers: [registry],
  });
  return async () => {
    for (const name of PORTAL_LIMITS) {
      const { allowed, crossing } = await limits.count(name, PORTAL);
      if (crossing) log.warn({ limit: name }, 'too many alert requests: confirmation mails are held back for now');
      if (allowed) continue;
      unsent.inc();
      return false;
    }
    return true;
  };
}

/** A recipient of alerts: a subscriber to public news, or a user with preferences. */
export const alertMemberSchema = z.strictObject({ kind: z.enum(['subscriber', 'member']), id: z.string() });
/** A recipient of alerts. */
export type AlertMember = z.infer<typeof alertMemberSchema>;

/** The tokens in alert mails' links. They are signed, not stored. */
export interface AlertTokens {
  confirmation(subscriberId: string, until: Date): string;
  /** Returns the subscriber's id; undefined for an invalid or expired token. */
  readConfirmation(token: string, now: Date): string | undefined;
  unsubscription(member: AlertMember): string;
  readUnsubscription(token: string): AlertMember | undefined;
}

const ID = '[0-9a-f]{24}';

/** Creates tokens of these keys: the first signs, all are accepted. */
export function createAlertTokens(keys: readonly [Buffer, ...Buffer[]]): AlertTokens {
  const signed = (text: string) => `${text}.${signatureOf(keys[0], text)}`;

  /** Returns the signed text; undefined for an invalid signature. */
  function verified(token: string): string | undefined {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(0, end));
    return isSignedBy(keys, text, token.slice(end + 1)) ? text : undefined;
  }

  return {
    confirmation: (subscriberId, until) => signed(`confirm.${subscriberId}.${until.getTime()}`),
    readConfirmation: (token, now) => {
      const [, id, until] = new RegExp(`^confirm\\.(${ID})\\.(\\d+)$`).exec(verified(token) ?? '') ?? [];
      return Number(until) > now.getTime() ? id : undefined;
    },
    unsubscription: ({ kind, id }) => signed(`unsubscribe.${kind}.${id}`),
    readUnsubscription: (token) => {
      const [, kind, id] = new RegExp(`^unsubscribe\\.(\\w+)\\.(${ID})$`).exec(verified(token) ?? '') ?? [];
      return alertMemberSchema.safeParse({ kind, id }).data;
    },
  };
}

/** Requests alerts for an address within the limits. Beyond the address's limit nothing is mailed, and the response is the same. */
export async function requestConfirmation(
  core: Core,
  alerts: Alerts,
  email: string,
  clientAddress: string,
): Promise<void> {
  await core.limits.consumeByClient('alerts-by-client', clientAddress);
  const { allowed } = await core.limits.count('alerts-by-address', email);
  if (allowed) await alerts.request(email);
}

/** A recipient of alert mails. */
interface AlertRecipient {
  readonly email: string;
  readonly member: AlertMember;
}

/** Whether a person may read the subject of a mail. */
type Reads = (reader: Reader) => boolean;

/** E-mail alerts: subscribers by double opt-in, and the preferences of members. */
export interface Alerts {
  /** Mails the address a link to confirm, unless it is confirmed or the portal's limit is reached; the caller cannot tell. */
  request(email: string): Promise<void>;
  /** Confirms a subscription. Throws `invalid-link` for a token that is invalid, expired or used. */
  confirm(token: string): Promise<void>;
  /** Ends the alerts of a recipient. Throws `invalid-link` for an invalid token. */
  unsubscribe(token: string): Promise<void>;
  preferences(person: Principal): Promise<AlertPreferences>;
  setPreferences(person: Principal, wanted: AlertPreferences, actor: Actor): Promise<void>;
  /** Yields the recipients of a topic who may read its subject; subscribers read public ones. */
  wanting(topic: AlertTopic, reads: Reads): AsyncIterable<AlertRecipient>;
  /** Counts the recipients of topics, by default of all groups; each counts once. */
  audience(topics: readonly AlertTopic[], groups?: readonly string[]): Promise<number>;
  /** Returns the roles and groups of a member who still wants a topic; undefined for others and for subscribers. */
  memberWanting(member: AlertMember, topic: Exclude<AlertTopic, 'public-news'>): Promise<Reader | undefined>;
  /** Whether a recipient still wants one of these topics and may read its subject. */
  stillWants(member: AlertMember, topics: readonly AlertTopic[], reads: Reads): Promise<boolean>;
  /** Returns the unsubscribe link and headers of a mail (RFC 8058). */
  endings(member: AlertMember): Required<Pick<LetterParts, 'footerLink' | 'headers'>>;
}

/** Admins get the mails of investors, too. */
const isInvestor = (role: Role): boolean => role === 'investor' || role === 'admin';

/** Whether a person is in one of these groups, by default in any; admins always are. */
const isInSome = ({ roles, groups }: Reader, some: readonly string[] | undefined): boolean =>
  some === undefined || roles.includes('admin') || groups.some((group) => some.includes(group));

/** The preference of each topic. */
const WISHES = { 'investor-news': { investorNews: true }, 'new-report': { newReport: true } } as const;

const CONFIRM_HOURS = 48;
const HOUR_MS = 3600 * 1000;

const invalidLink = () => new ApiError(400, 'invalid-link', 'Invalid or expired link. Sign up again to get a new one.');

/** Creates the alerts. `mayWriteToStranger` decides on each mail to an unconfirmed address. */
export function createAlerts(core: Core, users: Users, mayWriteToStranger: () => Promise<boolean>): Alerts {
  const { connection } = core.database;
  const { publicUrl, tokenSecrets } = core.config;
  const subscribers = subscriberModel(connection);
  const preferences = preferenceModel(connection);
  const tokens = createAlertTokens(deriveKeys(tokenSecrets, 'alert-link'));

  users.onRemoved(async (record) => {
    await preferences.deleteOne({ _id: record._id });
  });

  const sendConfirmation = core.outbox.register({
    name: 'alert-confirmation',
    data: z.strictObject({}),
    expiresAfterMinutes: CONFIRM_HOURS * 60,
    compose: async ({ to }) => {
      const subscriber = await subscribers.findOne({ email: to, status: 'pending' }).lean();
      if (subscriber === null) return undefined;
      const token = tokens.confirmation(String(subscriber._id), new Date(Date.now() + CONFIRM_HOURS * HOUR_MS));
      return letter({
        subject: 'Confirm your e-mail alerts',
        preview: 'One step more: confirm that this address is yours.',
        heading: 'Confirm your e-mail alerts',
        paragraphs: ['Somebody asked for news from Cytocomm at this address. If it was you, confirm it here.'],
        action: { label: 'Confirm', url: `${publicUrl}${ALERT_CONFIRM_PATH}?token=${token}` },
        closing: `The link works for ${CONFIRM_HOURS} hours. If this was not you, ignore this mail: no news will be sent.`,
      });
    },
  });

  /** Returns the roles and groups of a user; none without a required passkey, as in every call. */
  async function readerOf(user: UserRecord): Promise<Reader> {
    const roles = rolesOf(user);
    // Checking the roles of remotes costs a query per person, so only if it matters.
    const lacksPasskey = users.lacksPasskey(user, roles) && users.lacksPasskey(user, await users.rolesInForce(user));
    return lacksPasskey ? { roles: [], groups: [] } : { roles, groups: groupsOfPerson(user) };
  }

  async function memberWanting({ kind, id }: AlertMember, topic: keyof typeof WISHES): Promise<Reader | undefined> {
    if (kind !== 'member') return undefined;
    const preference = { _id: Types.ObjectId.createFromHexString(id), ...WISHES[topic] };
    if ((await preferences.exists(preference)) === null) return undefined;
    const user = await users.byId(id);
    return user !== undefined && rolesOf(user).some(isInvestor) ? readerOf(user) : undefined;
  }

  /** Yields a recipient; an invalid address is logged and skipped, so it does not block others. */
  const recipient = (email: string, member: AlertMember) =>
    presentAll(core.log, [member], () => ({ email: emailSchema.parse(email), member }));

  return {
    request: async (email) => {
      if (!(await mayWriteToStranger())) return;
      const now = new Date();
      const forgetAt = new Date(now.getTime() + RETENTION.unconfirmedSubscriberDays * 24 * HOUR_MS);
      await core.change({ actor: null }, async () => {
        const first = { email, status: 'pending', createdAt: now } as const;
        await subscribers.updateOne({ email }, { $setOnInsert: first }, { upsert: true });
        await subscribers.updateOne({ email, status: 'pending' }, { $set: { forgetAt } });
        await sendConfirmation(email, {});
      });
    },

    confirm: async (token) => {
      const now = new Date();
      const id = tokens.readConfirmation(token, now);
      if (id === undefined) throw invalidLink();
      const confirmed = await subscribers.updateOne(
        { _id: Types.ObjectId.createFromHexString(id), status: 'pending' },
        { $set: { status: 'confirmed', confirmedAt: now }, $unset: { forgetAt: 1 } },
      );
      if (confirmed.matchedCount === 0) throw invalidLink();
    },

    unsubscribe: async (token) => {
      const member = tokens.readUnsubscription(token);
      if (member === undefined) throw invalidLink();
      const _id = Types.ObjectId.createFromHexString(member.id);
      // No error for a repeated click.
      await (member.kind === 'subscriber' ? subscribers.deleteOne({ _id }) : preferences.deleteOne({ _id }));
    },

    preferences: async (person) => {
      const preference = await preferences.findById(person.userId).lean();
      return { newReport: preference?.newReport ?? false, investorNews: preference?.investorNews ?? false };
    },

    setPreferences: (person, wanted, actor) =>
      core.change(actor, async ({ audit }) => {
        const _id = Types.ObjectId.createFromHexString(person.userId);
        const set = { $set: { email: person.email, ...wanted } };
        const before = await preferences.findOneAndUpdate({ _id }, set, { upsert: true }).lean();
        const { newReport = false, investorNews = false } = before ?? {};
        if (newReport === wanted.newReport && investorNews === wanted.investorNews) return;
        const detail = { newReport: String(wanted.newReport), investorNews: String(wanted.investorNews) };
        audit('alert-preferences.changed', person.email, detail);
      }),

    wanting: async function* (topic, reads) {
      if (topic === 'public-news') {
        for await (const { _id, email } of subscribers.find({ status: 'confirmed' }).sort({ _id: 1 }).lean().cursor()) {
          yield* recipient(email, { kind: 'subscriber', id: String(_id) });
        }
        return;
      }
      for await (const { _id, email } of preferences.find(WISHES[topic]).sort({ _id: 1 }).lean().cursor()) {
        const user = await users.byId(_id);
        if (user !== undefined && reads(await readerOf(user)))
          yield* recipient(email, { kind: 'member', id: String(_id) });
      }
    },

    audience: async (topics, groups) => {
      const wishes = [
        ...(topics.includes('investor-news') ? [WISHES['investor-news']] : []),
        ...(topics.includes('new-report') ? [WISHES['new-report']] : []),
      ];
      const isPublic = topics.includes('public-news');
      let recipients = isPublic ? await subscribers.countDocuments({ status: 'confirmed' }) : 0;
      if (wishes.length === 0) return recipients;
      for await (const { _id, email } of preferences.find({ $or: wishes }).lean().cursor()) {
        const user = await users.byId(_id);
        const reader = user && (await readerOf(user));
        const isRecipient = reader?.roles.some(isInvestor) === true && isInSome(reader, groups);
        const isCounted = isPublic && (await subscribers.exists({ email, status: 'confirmed' })) !== null;
        if (isRecipient && !isCounted) recipients += 1;
      }
      return recipients;
    },

    memberWanting,

    stillWants: async (member, topics, reads) => {
      if (member.kind === 'subscriber') {
        const _id = Types.ObjectId.createFromHexString(member.id);
        return topics.includes('public-news') && (await subscribers.exists({ _id, status: 'confirmed' })) !== null;
      }
      for (const topic of ['investor-news', 'new-report'] as const) {
        const reader = topics.includes(topic) ? await memberWanting(member, topic) : undefined;
        if (reader !== undefined && reads(reader)) return true;
      }
      return false;
    },

    endings: (member) => {
      const token = tokens.unsubscription(member);
      return {
        footerLink: { label: 'Unsubscribe', url: `${publicUrl}${ALERT_UNSUBSCRIBE_PATH}?token=${token}` },
        headers: {
          'List-Unsubscribe': `<${publicUrl}${addressOf(unsubscribeAlerts, {}, { token })}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
    },
  };
}
