import {
  localFitQuestionSchema,
  localFitSchema,
  localRemoteSchema,
  localRemoteStateSchema,
  MAX_FIT_BYTES,
  newLocalRemoteSchema,
} from '../api/local-remotes.ts';
import { allowLocalRemote, fitLocalRemote, readLocalRemote, stopLocalRemote } from '../calls/local-remotes.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('local-remotes');

/** A remote of one's own machine in pages of this portal. */
export const localRemoteSpecs = [
  spec(allowLocalRemote, {
    summary: 'Let pages of this browser load one remote from your own machine',
    description:
      'The answer sets a signed cookie, in the place of an earlier one. It counts in this browser and for this sign-in alone, ' +
      'until its time is over, you sign out, or it is stopped.',
    body: newLocalRemoteSchema,
    reply: json(localRemoteSchema, 201),
    problems: { unavailable: 503 },
  }),
  spec(readLocalRemote, {
    summary: 'The permission that this browser has',
    description: 'Null for none, and for one that does not count: another sign-in’s, expired, or altered.',
    reply: json(localRemoteStateSchema),
  }),
  spec(stopLocalRemote, {
    summary: 'End the permission of this browser',
    reply: empty,
    problems: { 'foreign-origin': 403 },
  }),
  spec(fitLocalRemote, {
    summary: 'Whether the release that your own machine serves fits a page',
    description:
      'A page that has a permission asks this each time before it loads anything of the local remote. The release is held against ' +
      'the lock of the page and the API that runs. What a remote may claim is looked at when it is published.',
    body: localFitQuestionSchema,
    maxBodyBytes: MAX_FIT_BYTES,
    reply: json(localFitSchema),
    problems: { 'not-found': 404, 'release-invalid': 422, 'gate-refused': 422 },
  }),
];
