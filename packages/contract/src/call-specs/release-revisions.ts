import { adminPressReleaseSchema } from '../api/press-releases.ts';
import {
  MAX_REVISIONS,
  releaseRevisionsSchema,
  releaseRevisionTextSchema,
  revisionParamsSchema,
} from '../api/release-revisions.ts';
import { recordParamsSchema } from '../api/text.ts';
import { listReleaseRevisions, readReleaseRevision, restoreReleaseRevision } from '../calls/release-revisions.ts';
import { RETENTION } from '../retention.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('press-releases');

/** The earlier texts of press releases. */
export const releaseRevisionSpecs = [
  spec(listReleaseRevisions, {
    summary: 'The texts that a press release has and had, newest first, without their content',
    description: `An earlier text is kept for ${RETENTION.releaseRevisionDays} days. What one person saves in a go is one text; of more than ${MAX_REVISIONS} those go first that lie closest together, and what readers saw last.`,
    params: recordParamsSchema,
    reply: json(releaseRevisionsSchema),
    problems: { 'not-found': 404 },
  }),
  spec(readReleaseRevision, {
    summary: 'One text that a press release has, or had',
    params: revisionParamsSchema,
    reply: json(releaseRevisionTextSchema),
    problems: { 'not-found': 404 },
  }),
  spec(restoreReleaseRevision, {
    summary: 'Save an earlier title and text once more',
    description:
      'As if somebody had typed them: a draft holds them at once, a release that is out or planned keeps them beside it as pending. Who may read it, its time and its mails stay as they are. What stood there before is kept.',
    headers: { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' },
    params: revisionParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
];
