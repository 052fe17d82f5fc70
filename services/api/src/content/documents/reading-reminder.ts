import { documentPage, MAX_REMINDED, pageFor, type ReadingReminder } from '@cytocomm/contract';
import { z } from 'zod';
import type { Users } from '../../identity/users/service.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { decodeCursor, encodeCursor } from '../../platform/lists/cursor.ts';
import { letter } from '../../platform/mail/letter.ts';
import { type DocumentRecord, documentModel } from './model.ts';
import { isReader, type Readers, readerRoleFor, readerRoleOf } from './readers.ts';

/** After this time no further person is looked at: the answer says where to go on. In ms; an edge waits 8 s for it. */
const WORK_MS = 4000;

/** The e-mail after which a reminder goes on. */
const positionSchema = z.tuple([z.string()]);

const dataSchema = z.strictObject({ documentId: z.string() });

/** Mails those who have not opened a document. Throws 409 for a public one, 400 for a cursor that no answer had. */
export type RemindNonReaders = (
  record: DocumentRecord,
  cursor: string | undefined,
  actor: Actor,
) => Promise<ReadingReminder>;

/** Registers the reminder of a document. Returns what mails it, a person once a day. */
export function createReadingReminder(core: Core, users: Users, readers: Readers): RemindNonReaders {
  const documents = documentModel(core.database.connection);
  const send = core.outbox.register({
    name: 'reading-reminder',
    data: dataSchema,
    compose: async ({ to, data }) => {
      const record = await documents.findById(data.documentId).lean();
      const role = record === null ? undefined : readerRoleOf(record);
      // Deleted, or for others or everybody since it was queued.
      if (record === null || role === undefined) return undefined;
      const person = await users.byEmail(to);
      if (person === undefined || !isReader(person, record)) return undefined;
      // To every call such a person is a visitor.
      if (users.lacksPasskey(person, await users.rolesInForce(person))) return undefined;
      const { opened, openedEarlier } = await readers.openedBy(record, person);
      if (opened) return undefined;
      return letter({
        subject: `Please read: ${record.title}`,
        preview: 'A document waits for you in your dashboard.',
        heading: record.title,
        paragraphs: [
          openedEarlier
            ? 'This document in your dashboard has a new version, and you have not opened it yet. Please take a look at it.'
            : 'This document is in your dashboard, and you have not opened it yet. Please take a look at it.',
        ],
        action: {
          label: 'Open the document',
          url: core.config.publicUrl + pageFor(documentPage(data.documentId), to),
        },
        closing: 'You get this mail because the document is for you. An admin of the portal asked for the reminder.',
      });
    },
  });

  return async (record, cursor, actor) => {
    const until = performance.now() + WORK_MS;
    const role = readerRoleFor(record);
    const [start] = cursor === undefined ? [''] : decodeCursor(cursor, positionSchema);
    const documentId = String(record._id);
    const day = core.database.now().toISOString().slice(0, 10);
    const keyOf = (userId: unknown) => `reading-reminder:${documentId}:${String(userId)}:${day}`;
    const detail = { title: record.title };
    const intent = await core.audit.intend({
      ...actor,
      action: 'document.readers-reminded',
      subject: documentId,
      detail,
    });
    let queued = 0;
    let next: string | null = null;
    for await (const { people, last } of readers.all(record, role, start)) {
      const asked = people.filter(({ opened }) => !opened);
      const known = await core.outbox.known(asked.map(({ _id }) => keyOf(_id)));
      const left = asked.filter(({ _id }) => !known.has(keyOf(_id)));
      const reached = left.slice(0, MAX_REMINDED - queued);
      let looked = 0;
      for (const { _id, email } of reached) {
        // False when somebody else asks at the same moment.
        if (await send(email, { documentId }, keyOf(_id))) queued += 1;
        looked += 1;
        if (performance.now() >= until) break;
      }
      if (looked < left.length) next = reached[looked - 1]?.email ?? null;
      else if (queued >= MAX_REMINDED || performance.now() >= until) next = last;
      if (next !== null) break;
    }
    await (queued === 0 ? intent.drop() : intent.done({ people: String(queued) }));
    return { queued, more: next !== null, next: next === null ? null : encodeCursor([next]) };
  };
}
