import { type DocumentContentQuery, MAX_DOWNLOADS_OF_CLIENT } from '@cytocomm/contract';
import { clientNetworks, widestNetwork } from '@cytocomm/runtime';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/calls/access.ts';
import { serviceUnavailable } from '../../platform/calls/problem.ts';
import type { ByteRange } from '../../platform/http/byte-ranges.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { FileGone } from '../../platform/storage/reading.ts';
import { type AccessLog, isToAcknowledge } from './access-log.ts';
import { isThere, responseFor, sendContent } from './content.ts';
import type { DocumentRecord } from './model.ts';
import { ClientGone } from './sending.ts';

/** How long a download waits for its turn, in ms. */
const TURN_TIMEOUT_MS = 20_000;

/** What sends contents of documents uses. */
interface ContentServices {
  readonly files: FileStore;
  readonly accesses: AccessLog;
  /** Each download holds a slot. */
  readonly downloads: Slots;
}

/** The call that a content answers. */
interface ContentCall {
  readonly principal: Principal | null;
  readonly query: DocumentContentQuery;
  readonly clientAddress: string;
  readonly endTurn: () => void;
  readonly req: Request;
  readonly res: Response;
}

/** Returns what sends the file of a document, logs the access, and takes a slot for it. */
export function createContentSender({ files, accesses, downloads }: ContentServices) {
  /** Whether 304 will do. The copy in a browser may be of somebody else: people open a document by what is sent to them. */
  async function mayBeThere(principal: Principal | null, req: Request, record: DocumentRecord): Promise<boolean> {
    if (principal === null || req.method !== 'GET' || !isThere(req, record)) return true;
    return accesses.hasOpened(record, principal);
  }

  return {
    /** Takes a slot of a client. Throws when none is free. */
    slot: (address: string) =>
      downloads.take(
        clientNetworks(address).map(({ key, clients }) => ({ key, max: MAX_DOWNLOADS_OF_CLIENT * clients })),
      ),

    /** Waits until a download of a client may be begun: turns by network. Returns a function that lets the next one begin. Throws 503. */
    turn: (address: string, gone: AbortSignal) =>
      files.begin(widestNetwork(address), AbortSignal.any([gone, AbortSignal.timeout(TURN_TIMEOUT_MS)])).catch(() => {
        throw serviceUnavailable('Many downloads begin at the moment. Try again in a few seconds.');
      }),

    /** Sends the file, or parts of it; `assertReadable` throws when the caller may not read it any more. Throws 416. */
    send: async (
      { principal, query, clientAddress, endTurn, req, res }: ContentCall,
      record: DocumentRecord,
      assertReadable: () => Promise<unknown>,
    ): Promise<void> => {
      const download = query.download === '1';
      const response = responseFor(req, record, { download, mayBeThere: await mayBeThere(principal, req, record) });
      const by = principal?.email ?? null;
      const action = download ? 'downloaded' : 'opened';
      // Written while the bytes are sent: an aborted download has opened the document, too.
      const logged = response.opens ? accesses.record(record, { by, action, from: clientAddress }) : undefined;
      logged?.catch((error: unknown) => req.log.error({ err: error }, 'an access to a document was not logged'));
      // Of an SOP that is read in parts, all of them together open it.
      const counts = principal !== null && isToAcknowledge(record) && !(await accesses.hasOpened(record, principal));
      const note = async (parts: readonly ByteRange[]) => {
        if (principal === null) return;
        const access = { person: principal, action, from: clientAddress } as const;
        await accesses.noteSent(record, access, parts).catch((error: unknown) => {
          req.log.error({ err: error }, 'it was not noted which parts of a document were sent');
        });
      };
      endTurn();
      try {
        await sendContent(res, files, record, response, {
          ...{ network: widestNetwork(clientAddress), assertReadable },
          ...(counts && { note }),
        });
      } catch (error) {
        if (error instanceof ClientGone) return;
        if (!(error instanceof FileGone)) throw error;
        req.log.warn({ document: String(record._id), reason: error.message }, 'a download was cut off');
        // Not `res.destroy()`: it does nothing to a pipelined response.
        req.socket.destroy();
      }
    },
  };
}
