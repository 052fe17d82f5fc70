import { join } from 'node:path';
import { createLog, readBuild, refuseForeignHosts, type Service } from '@cytocomm/runtime';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { alertRoutes } from '../content/alerts/router.ts';
import { createAlertMailLimit, createAlerts } from '../content/alerts/service.ts';
import { contactRoutes, createContact } from '../content/contact/router.ts';
import { documentNotifications } from '../content/documents/access.ts';
import { createAccessLog } from '../content/documents/access-log.ts';
import { acknowledgementRoutes } from '../content/documents/acknowledgements/router.ts';
import { createAcknowledgements } from '../content/documents/acknowledgements/service.ts';
import { findDocuments } from '../content/documents/document-list.ts';
import { readerRoutes } from '../content/documents/reader-routes.ts';
import { createReportMails } from '../content/documents/report-mail.ts';
import { documentRoutes, documentVersionRoutes } from '../content/documents/router.ts';
import { createDocuments, documentUpkeep } from '../content/documents/service.ts';
import { eventNotifications } from '../content/events/audience.ts';
import { findEvents } from '../content/events/event-list.ts';
import { createCalendarLinks, eventRoutes } from '../content/events/router.ts';
import { createEvents } from '../content/events/service.ts';
import { formRoutes } from '../content/forms/router.ts';
import { notificationRoutes } from '../content/notifications/router.ts';
import { createNotifications } from '../content/notifications/service.ts';
import { createSearch, searchRoutes } from '../content/search/router.ts';
import type { Locks } from '../delivery/locks/service.ts';
import { createRoleTable } from '../delivery/releases/claims.ts';
import type { Releases } from '../delivery/releases/service.ts';
import { auditRoutes } from '../identity/audit-pages/router.ts';
import { personRecheck } from '../identity/auth/identity.ts';
import type { ShowLink } from '../identity/auth/sign-in-mail.ts';
import { registerAccountMails } from '../identity/users/account-mail.ts';
import { registerInvitationMail } from '../identity/users/invitations.ts';
import { findPeople, userRoutes } from '../identity/users/router.ts';
import { createUsers } from '../identity/users/service.ts';
import { createAnonymousEvents } from '../platform/audit/anonymous-events.ts';
import { countEvents } from '../platform/audit/event.ts';
import { createRefusalLog } from '../platform/audit/refusals.ts';
import { createAuditTrail } from '../platform/audit/service.ts';
import { auditProof, auditUpkeep, lastProof } from '../platform/audit/upkeep.ts';
import { binUpkeep } from '../platform/bin/kind-of-bin.ts';
import { binRoutes } from '../platform/bin/router.ts';
import { captchaRoutes } from '../platform/captcha/router.ts';
import { createCaptcha } from '../platform/captcha/service.ts';
import { createChanges } from '../platform/changes/change.ts';
import type { Core } from '../platform/core.ts';
import type { DatabaseClock } from '../platform/database/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createCsvFiles } from '../platform/exports/csv-file.ts';
import { createExpressApp } from '../platform/http/express-app.ts';
import type { Gate } from '../platform/http/mount.ts';
import type { RouteTable } from '../platform/http/route.ts';
import { createLimits, createSlots } from '../platform/limits/service.ts';
import { liveRoutes } from '../platform/live/router.ts';
import { createLive } from '../platform/live/service.ts';
import { mailRoutes } from '../platform/mail/router.ts';
import { createOutbox, mailNotifications } from '../platform/mail/service.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { openObservation, showCertificate, showDisk, showPool, showProof } from '../platform/operators/metrics.ts';
import { createDatabaseCheck, createReadiness } from '../platform/operators/readiness.ts';
import { healthRoutes, operatorRoutes } from '../platform/operators/router.ts';
import { createCallCount, showLongCalls, showWork } from '../platform/operators/work-metrics.ts';
import { type Config, isPrivatePortal } from '../platform/settings/config.ts';
import { createFileStore } from '../platform/storage/file-store.ts';
import { showBackups } from './backup/status.ts';
import { beginLifecycle } from './lifecycle.ts';
import { openApiRoutes } from './openapi/router.ts';
import { createPressReleaseDomains } from './press-release-domains.ts';
import { createReleaseDomains } from './release-domains.ts';
import { createSignIn } from './sign-in.ts';

/** The service, for any HTTP server. Until `ready` resolves, calls that need the database get 503. */
export interface Api extends Service {
  /** Handles /api/* and /healthz. */
  readonly app: Express;
  /** Handles /healthz, /readyz and /metrics, for the operators' listener. */
  readonly operatorApp: Express;
  /** The locks, for those who run the service: a call of theirs needs no session. Ready when `ready` resolves. */
  readonly locks: Locks;
  /** The releases, for programs of this machine that publish without HTTP. */
  readonly releases: Pick<Releases, 'publishFolder' | 'find'>;
  /** The log of the process. */
  readonly log: Logger;
}

/** The maximum of long calls of a process. */
interface MostAtOnce {
  /** Each may buffer 64 KB for a slow client. */
  readonly downloads: number;
  /** Below the listener's maximum of connections, so that some remain for other calls. */
  readonly streams: number;
}

/** The most searches of a process at once: each may read a whole index. */
const MAX_SEARCHES = 16;
const MAX_AT_ONCE: MostAtOnce = { downloads: 1000, streams: 4000 };
/** Each holds its file in memory. */
const MAX_IMPORTS = 2;

/** Options for development and tests. */
export interface ApiOptions {
  /** Called with each sign-in link, which `npm start` prints. Refused unless the portal is private. */
  readonly showLink?: ShowLink;
  /** The clock of its database, by default the server's; for tests that set the date. */
  readonly clock?: DatabaseClock;
  /** By default 1000 downloads and 4000 live streams. */
  readonly mostAtOnce?: MostAtOnce;
}

/** Creates the service. It starts while the database is down, too. */
export async function createApi(config: Config, options: ApiOptions = {}): Promise<Api> {
  if (options.showLink !== undefined && !isPrivatePortal(config)) {
    throw new Error('Sign-in links are shown by a development portal on this machine only, and not in production.');
  }
  const build = readBuild('api', join(import.meta.dirname, '..', '..'));
  const log = createLog(config.logLevel, build);
  const transport = smtpTransport(config.smtpUrl, config.mailFrom);
  const { metrics, traces } = await openObservation(config, build, log);
  const database = openDatabase(config.mongodbUri, log, options.clock, traces);
  const counted = countEvents(metrics.registry);
  const audit = createAuditTrail(database, config, log, counted);
  const core: Core = {
    config,
    log,
    database,
    audit,
    anonymousEvents: createAnonymousEvents(database, config, counted),
    outbox: createOutbox(database, transport, log, traces),
    limits: createLimits(database, config),
    change: createChanges(database, audit, log),
  };

  const releaseDomains = createReleaseDomains(core, metrics.registry);
  const { teamTokens, releases, locks } = releaseDomains;
  const roles = createRoleTable(core);
  const users = createUsers(core, roles);
  const live = createLive(core, personRecheck(users));
  const invite = registerInvitationMail(core, users);
  const accountMails = registerAccountMails(core, users);
  users.onRemoved((record, { actor }) => accountMails.deleted(record, actor ?? ''));
  users.onRestored((record, { actor }) => accountMails.restored(record, actor ?? ''));
  users.onAdmin((record, { actor }) => accountMails.madeAdmin(record, actor ?? ''));
  const signIn = createSignIn(core, users, teamTokens, options.showLink);
  const files = createFileStore(database, counted);
  const documents = createDocuments(core, files);
  const alerts = createAlerts(core, users, createAlertMailLimit(core, metrics.registry));
  const reportMails = createReportMails(core, alerts);
  live.onChange((collection) => {
    if (collection === 'documents') reportMails.job.hurry();
  });
  const captcha = createCaptcha(core);
  const contact = createContact(core, captcha);
  const csv = createCsvFiles(core);
  const pictureFiles = createFileStore(database, counted, 'pictures');
  const pressReleases = createPressReleaseDomains(core, { users, alerts, pictureFiles, csv, live });
  const events = createEvents(core);
  const bins = { user: users.bin, document: documents.bin, 'press-release': pressReleases.bin, event: events.bin };
  const finders = {
    user: findPeople(users),
    document: findDocuments(core),
    'press-release': pressReleases.finder,
    event: findEvents(core),
  };
  const sources = [
    documentNotifications(core),
    ...pressReleases.notifications,
    eventNotifications(core),
    mailNotifications(core),
    ...releaseDomains.notifications,
  ];
  const jobs = [
    ...releaseDomains.jobs,
    ...documentUpkeep(documents, database, log),
    ...pressReleases.jobs,
    binUpkeep(Object.values(bins), log),
    ...auditUpkeep(database, audit, log),
    auditProof(database, audit, log),
    reportMails.job,
  ];

  const most = options.mostAtOnce ?? MAX_AT_ONCE;
  const slots = {
    downloads: createSlots('downloads', most.downloads),
    streams: createSlots('live streams', most.streams),
    searches: createSlots('searches', MAX_SEARCHES),
  };
  const uploads = createCallCount();
  showLongCalls(metrics.registry, { ...slots, uploads });
  database.client.then((client) => showPool(metrics.registry, client));
  const checkDatabase = createDatabaseCheck(database.write);
  showWork(metrics.registry, {
    database,
    checkDatabase,
    outbox: core.outbox,
    jobs: [...jobs, core.outbox.upkeep],
    isFeedOpen: live.isFeedOpen,
    feedBreaks: live.feedBreaks,
    log,
  });
  showBackups(metrics.registry, database.connection, log);
  showProof(metrics.registry, () => lastProof(database.connection), log);
  showDisk(
    metrics.registry,
    database.client.then((client) => client.db()),
    log,
  );
  showCertificate(metrics.registry, config.publicUrl, log);

  const documentServices = {
    ...{ documents, files, accesses: createAccessLog(core), downloads: slots.downloads },
    ...{ uploads, csv, acknowledgements: createAcknowledgements(core) },
  };
  const tables: readonly RouteTable[] = [
    healthRoutes(),
    userRoutes(core, { users, invite, imports: createSlots('imports', MAX_IMPORTS), csv }),
    ...signIn.tables,
    ...pressReleases.tables,
    documentRoutes(core, documentServices),
    documentVersionRoutes(core, documentServices),
    acknowledgementRoutes(core, documentServices),
    readerRoutes(core, { users, documents, reportMails, csv }),
    eventRoutes(core, events, createCalendarLinks(core, users), csv),
    ...releaseDomains.tables,
    liveRoutes(live.hub, slots.streams),
    captchaRoutes(captcha),
    contactRoutes(contact),
    alertRoutes(core, alerts),
    formRoutes(core, contact, alerts),
    mailRoutes(core, csv),
    binRoutes(core, bins),
    searchRoutes(createSearch(core, finders, slots.searches)),
    notificationRoutes(createNotifications(core, users, { sources, live })),
    auditRoutes(core, users, signIn.notes, csv),
    openApiRoutes(config, signIn.cookie, () => tables.flatMap((table) => table.routes)),
  ];

  const gate: Gate = {
    identity: signIn.identity,
    assertDatabase: database.assertUsable,
    isRole: users.isRole,
    publicUrl: config.publicUrl,
    checkAnswers: config.environment === 'test',
    onRefused: createRefusalLog(core.audit, core.anonymousEvents),
  };
  const lifecycle = beginLifecycle(core, jobs, live, roles, traces);
  const readiness = createReadiness({
    build,
    phase: lifecycle.phase,
    database: checkDatabase,
    isFeedOpen: live.isFeedOpen,
    verifyMail: transport.verify,
  });
  return {
    app: createExpressApp(core, metrics, tables, gate, [], traces),
    // Not measured: probes each second would be most of what a quiet process answers.
    operatorApp: createExpressApp(
      core,
      undefined,
      [healthRoutes(), operatorRoutes(readiness, lifecycle.phase, metrics.registry)],
      gate,
      [refuseForeignHosts(config.operatorNames)],
    ),
    locks,
    releases,
    log,
    ready: lifecycle.ready,
    countUnparsed: metrics.countUnparsed,
    beginDrain: lifecycle.beginDrain,
    endStreams: () => {
      live.endStreams();
      lifecycle.end().catch((error: unknown) => log.error({ err: error }, 'the work of this process did not end well'));
    },
    close: async () => {
      await lifecycle.end();
      await releases.close();
      await signIn.notes.settle();
      await database.close();
      await traces?.close();
    },
  };
}
