import type { Alerts } from '../content/alerts/service.ts';
import { createApprovalRule } from '../content/press-releases/approval/rule.ts';
import { createApprovalMails, createPressReleaseMailing } from '../content/press-releases/mailing.ts';
import { approvalNotifications, pressReleaseNotifications } from '../content/press-releases/notifications.ts';
import { createConverter } from '../content/press-releases/pictures/converter.ts';
import { pictureRoutes } from '../content/press-releases/pictures/router.ts';
import { createPictures, createPictureUse, pictureUpkeep } from '../content/press-releases/pictures/service.ts';
import { findPressReleases } from '../content/press-releases/press-release-list.ts';
import { pressReleasePublisher } from '../content/press-releases/publisher.ts';
import { pressReleaseRoutes } from '../content/press-releases/router.ts';
import { createPressReleases } from '../content/press-releases/service.ts';
import type { Users } from '../identity/users/service.ts';
import type { RepeatedJob } from '../platform/background/repeated-job.ts';
import type { KindOfBin } from '../platform/bin/kind-of-bin.ts';
import type { Core } from '../platform/core.ts';
import type { CsvFiles } from '../platform/exports/csv-file.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { Finder } from '../platform/lists/search.ts';
import type { Live } from '../platform/live/service.ts';
import type { NotificationSource } from '../platform/notifications/source.ts';
import type { FileStore } from '../platform/storage/file-store.ts';

/** Press releases with their pictures, mails and approvals, which need one another. */
export interface PressReleaseDomains {
  readonly bin: KindOfBin;
  readonly finder: Finder;
  readonly tables: readonly RouteTable[];
  readonly jobs: readonly RepeatedJob[];
  /** The notifications of press releases and pending approvals. */
  readonly notifications: readonly NotificationSource[];
}

/** Dependencies of press releases on other domains. */
interface Needed {
  readonly users: Users;
  readonly alerts: Alerts;
  readonly pictureFiles: FileStore;
  readonly csv: CsvFiles;
  readonly live: Pick<Live, 'onChange'>;
}

/** Creates the domains of press releases. */
export function createPressReleaseDomains(
  core: Core,
  { users, alerts, pictureFiles, csv, live }: Needed,
): PressReleaseDomains {
  const approvalRule = createApprovalRule(core.config, users);
  const tellOfApproval = createApprovalMails(core, approvalRule);
  const pressReleases = createPressReleases(core, approvalRule, tellOfApproval);
  const mailing = createPressReleaseMailing(core, alerts);
  const publisher = pressReleasePublisher(core, mailing, approvalRule, tellOfApproval);
  live.onChange((collection) => {
    if (collection === 'press_releases') publisher.hurry();
  });
  const pictureUse = createPictureUse(core);
  const pictures = createPictures(core, pictureFiles, createConverter(core.log), pictureUse);
  return {
    bin: pressReleases.bin,
    finder: findPressReleases(core),
    tables: [pressReleaseRoutes(core, pressReleases, mailing, csv), pictureRoutes(pictures, pictureUse)],
    jobs: [...pictureUpkeep(pictures, core.database, core.log), publisher],
    notifications: [approvalNotifications(core), pressReleaseNotifications(core)],
  };
}
