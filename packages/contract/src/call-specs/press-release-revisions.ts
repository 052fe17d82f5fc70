import {
  MAX_REVISIONS,
  pressReleaseRevisionsSchema,
  pressReleaseRevisionTextSchema,
  revisionParamsSchema,
} from '../api/press-release-revisions.ts';
import { adminPressReleaseSchema } from '../api/press-releases.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  listPressReleaseRevisions,
  readPressReleaseRevision,
  restorePressReleaseRevision,
} from '../calls/press-release-revisions.ts';
import { RETENTION } from '../retention.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('press-releases');

/** The earlier texts of press releases. */
export const pressReleaseRevisionSpecs = [
  spec(listPressReleaseRevisions, {
    summary: 'The texts that a press release has and had, newest first, without their content',
    description: `An earlier text is kept for ${RETENTION.pressReleaseRevisionDays} days. What one person saves in a go is one text; of more than ${MAX_REVISIONS} those go first that lie closest together, and what readers saw last.`,
    params: recordParamsSchema,
    reply: json(pressReleaseRevisionsSchema),
    problems: { 'not-found': 404 },
  }),
  spec(readPressReleaseRevision, {
    summary: 'One text that a press release has, or had',
    params: revisionParamsSchema,
    reply: json(pressReleaseRevisionTextSchema),
    problems: { 'not-found': 404 },
  }),
  spec(restorePressReleaseRevision, {
    summary: 'Save an earlier title and text once more',
    description:
      'As if somebody had typed them: a draft holds them at once, a release that is out or planned keeps them beside it as pending. Who may read it, its time and its mails stay as they are. What stood there before is kept.',
    headers: { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' },
    params: revisionParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
];
