import { z } from 'zod';
import { callsOf, json } from '../define-call.ts';
import { recordIdSchema } from '../text.ts';

/** The longest file of an import, in bytes. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** How many people the file of an import may have. */
export const MAX_IMPORT_ROWS = 50_000;
/** How many rows an answer names, unless it is asked for all. */
export const MAX_IMPORT_ROWS_TOLD = 200;

/** How an import goes about its file. */
export const userImportQuerySchema = z.strictObject({
  dryRun: z
    .enum(['true', 'false'], 'true or false')
    .transform((value) => value === 'true')
    .optional()
    .describe('true: says what would become of each row, and changes nothing; false by default'),
  from: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_IMPORT_ROWS)
    .optional()
    .describe('the row to go on from, as an earlier answer named it; by default the first'),
  import: recordIdSchema.optional().describe('the import that this goes on with, as its first answer named it'),
  told: z.literal('all', 'must be all').optional().describe('all: names every row that the answer is about'),
});
/** How an import goes about its file. */
export type UserImportQuery = z.infer<typeof userImportQuerySchema>;

/** The form of an import, as multipart/form-data. */
export const userImportFormSchema = z
  .strictObject({
    file: z.string().meta({
      format: 'binary',
      description:
        'CSV in UTF-8 with the columns email, roles and, at will, name and groups; separated by commas, semicolons or tabs',
    }),
  })
  .meta({ id: 'UserImportForm' });

/** What becomes of a row: the person is added, is there already (and stays as they are), stands further up, or is refused. */
export const userImportOutcomeSchema = z
  .enum(['added', 'exists', 'repeated', 'refused'])
  .meta({ id: 'UserImportOutcome' });
/** What becomes of a row of an import. */
export type UserImportOutcome = z.infer<typeof userImportOutcomeSchema>;

/** One row of an import. */
export const userImportRowSchema = z
  .object({
    line: z.number().int().describe('its line in the file, from 1'),
    email: z.string().describe('as typed, cut to 254 characters'),
    outcome: userImportOutcomeSchema,
    reason: z.string().optional().describe('why it is not added, in a sentence'),
  })
  .meta({ id: 'UserImportRow' });
/** One row of an import. */
export type UserImportRow = z.infer<typeof userImportRowSchema>;

/** What has become of the rows that one answer is about. */
export const userImportSchema = z
  .object({
    dryRun: z.boolean(),
    rows: z.number().int().describe('how many people the file has'),
    import: recordIdSchema.describe('names whom this import added, for invitations'),
    from: z.number().int().describe('the first row that this is about, from 1'),
    next: z.number().int().nullable().describe('the row to go on from with the same file; null when all are done'),
    counts: z.object({
      added: z.number().int(),
      exists: z.number().int(),
      repeated: z.number().int(),
      refused: z.number().int(),
    }),
    told: z
      .array(userImportRowSchema)
      .max(MAX_IMPORT_ROWS)
      .describe(
        `rows by their lines: all if that was asked for, else at most ${MAX_IMPORT_ROWS_TOLD}, those that are not added before those that are`,
      ),
    ignoredColumns: z.array(z.string()).describe('columns of the file that were ignored'),
  })
  .meta({ id: 'UserImport' });
/** What has become of the rows that one answer is about. */
export type UserImport = z.infer<typeof userImportSchema>;

const call = callsOf('users');

/** People. */
export default {
  importUsers: call('POST', '/api/admin/users/import', {
    summary: 'Import people from a CSV file',
    description: `At most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} people and ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Existing people are not changed, no one becomes an admin and no mail is sent. Continue from row \`next\` with the same file. Safe to repeat: people already added are skipped. Audited.`,
    query: userImportQuerySchema,
    form: userImportFormSchema,
    reply: json(userImportSchema),
    problems: {
      'fresh-sign-in-needed': 403,
      'request-timeout': 408,
      'too-large': 413,
      'unsupported-media-type': 415,
      busy: 503,
    },
  }),
};
