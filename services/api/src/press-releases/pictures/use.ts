import type { ReleaseTarget } from '@cytocomm/contract';
import { isInBin } from '../../bin/is-in-bin.ts';
import type { Core } from '../../core.ts';
import { pressReleaseModel } from '../model.ts';
import { revisionModel } from '../revision-model.ts';

/** Which texts show a picture. */
export interface PictureUse {
  /** Whether a published release for this target shows it. */
  isPublishedFor(picture: string, target: ReleaseTarget): Promise<boolean>;
  /** Whether any text shows it: of a release, beside one, an earlier one, or one in the bin. */
  isShown(picture: string): Promise<boolean>;
}

/** Creates what looks for the texts that show a picture, each by an index. */
export function createPictureUse({ database }: Core): PictureUse {
  const releases = pressReleaseModel(database.connection);
  const revisions = revisionModel(database.connection);
  return {
    isPublishedFor: async (picture, target) =>
      (await releases.exists({ pictures: picture, target, date: { $lte: database.now() } })) !== null,

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
