import { isInBin } from '../../../platform/bin/is-in-bin.ts';
import type { Core } from '../../../platform/core.ts';
import { pressReleaseModel } from '../model.ts';
import { revisionModel } from '../revisions.ts';

/** Which texts show a picture. */
export interface PictureUse {
  /** Whether a published release shows it that somebody reads by these keys. */
  isPublishedFor(picture: string, keys: readonly string[]): Promise<boolean>;
  /** Whether any text shows it: of a release, beside one, an earlier one, or one in the bin. */
  isShown(picture: string): Promise<boolean>;
}

/** Creates what looks for the texts that show a picture, each by an index. */
export function createPictureUse({ database }: Core): PictureUse {
  const releases = pressReleaseModel(database.connection);
  const revisions = revisionModel(database.connection);
  return {
    isPublishedFor: async (picture, keys) =>
      (await releases.exists({ pictures: picture, target: { $in: [...keys] }, date: { $lte: database.now() } })) !==
      null,

    isShown: async (picture) =>
      (await releases.exists({ pictures: picture })) !== null ||
      (await releases.exists({ 'pending.pictures': picture })) !== null ||
      (await revisions.exists({ pictures: picture })) !== null ||
      (await isInBin(database.connection, 'press-release', [
        { 'record.pictures': picture },
        { 'record.pending.pictures': picture },
      ])),
  };
}
