import type { Alerts } from './alerts/service.ts';
import type { RepeatedJob } from './background/repeated-job.ts';
import type { KindOfBin } from './bin/kind-of-bin.ts';
import type { Core } from './core.ts';
import type { CsvFiles } from './http/csv-file.ts';
import type { RouteTable } from './http/route.ts';
import type { NotificationSource } from './notifications/source.ts';
import { approvalMailer } from './press-releases/approval/mails.ts';
import { approvalNotifications } from './press-releases/approval/notifications.ts';
import { createApprovalRule } from './press-releases/approval/rule.ts';
import { findPressReleases } from './press-releases/find-by-words.ts';
import { createReleaseMailing } from './press-releases/mailing.ts';
import { pressReleaseNotifications } from './press-releases/notifications.ts';
import { createConverter } from './press-releases/pictures/converter.ts';
import { pictureRoutes } from './press-releases/pictures/router.ts';
import { createPictures } from './press-releases/pictures/service.ts';
import { pictureUpkeep } from './press-releases/pictures/upkeep.ts';
import { createPictureUse } from './press-releases/pictures/use.ts';
import { releasePublisher } from './press-releases/publisher.ts';
import { pressReleaseRoutes } from './press-releases/router.ts';
import { createPressReleases } from './press-releases/service.ts';
import type { Finder } from './search/finder.ts';
import type { FileStore } from './storage/file-store.ts';
import type { Users } from './users/service.ts';

/** Press releases with their pictures, mails and approvals, which need one another. */
export interface PressReleaseDomains {
  readonly bin: KindOfBin;
  readonly finder: Finder;
  readonly tables: readonly RouteTable[];
  readonly jobs: readonly RepeatedJob[];
  /** What is told of press releases and what waits for approval. */
  readonly notifications: readonly NotificationSource[];
}

/** What press releases need of other domains. */
interface Needed {
  readonly users: Users;
  readonly alerts: Alerts;
  readonly pictureFiles: FileStore;
  readonly csv: CsvFiles;
}

/** Creates the domains of press releases. */
export function createPressReleaseDomains(
  core: Core,
  { users, alerts, pictureFiles, csv }: Needed,
): PressReleaseDomains {
  const approvalRule = createApprovalRule(core.config, users);
  const pressReleases = createPressReleases(core, approvalRule);
  const mailing = createReleaseMailing(core, alerts);
  const publisher = releasePublisher(core, mailing, approvalRule);
  const approvalMails = approvalMailer(core, approvalRule);
  pressReleases.approval.onAnswered(approvalMails.hurry);
  pressReleases.onWritten(publisher.hurry);
  const pictureUse = createPictureUse(core);
  const pictures = createPictures(core, pictureFiles, createConverter(core.log), pictureUse);
  return {
    bin: pressReleases.bin,
    finder: findPressReleases(core),
    tables: [pressReleaseRoutes(core, pressReleases, mailing, csv), pictureRoutes(pictures, pictureUse)],
    jobs: [...pictureUpkeep(pictures, core.database, core.log), publisher, approvalMails],
    notifications: [approvalNotifications(core), pressReleaseNotifications(core)],
  };
}
