import { importUsers, type UserImport } from '@cytocomm/contract';
import { uploadTransport } from '@cytocomm/http';
import { portalApi, portalStore, problemMessage, sendAsMe } from '@cytocomm/portal-api';
import { setUnderWay } from '@cytocomm/session';
import { useEffect, useRef, useState } from 'react';

/** What the rows of a file have become so far, or would become. */
export type ImportSum = Pick<UserImport, 'rows' | 'counts' | 'told' | 'ignoredColumns'>;

/** How an import stands. `failure` is why it ended; with a `sum` some rows were done before. */
export type ImportState =
  | { readonly phase: 'idle' | 'checking' }
  | { readonly phase: 'checked' | 'done'; readonly sum: ImportSum }
  | { readonly phase: 'importing'; readonly done: number; readonly rows: number }
  | { readonly phase: 'failed'; readonly failure: string; readonly sum: ImportSum | undefined };

function sumOf(before: ImportSum | undefined, { rows, counts, told, ignoredColumns }: UserImport): ImportSum {
  if (before === undefined) return { rows, counts, told, ignoredColumns };
  const and = (name: keyof UserImport['counts']) => before.counts[name] + counts[name];
  return {
    rows,
    ignoredColumns,
    counts: { added: and('added'), exists: and('exists'), repeated: and('repeated'), refused: and('refused') },
    told: [...before.told, ...told],
  };
}

const isImport = (body: unknown) => typeof body === 'object' && body !== null && 'counts' in body && 'told' in body;

/** What an import is called among what a logout would end. */
const IMPORT = 'import of people';

/** Asks before a reload or a logout while people are being added. */
function useAskingBeforeLeaving(isAdding: boolean): void {
  useEffect(() => {
    if (!isAdding) return;
    setUnderWay(IMPORT, true);
    return () => setUnderWay(IMPORT, false);
  }, [isAdding]);
}

/** Returns what checks a file of people and adds them, part by part, and how that stands. It ends when the page is left. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ phase: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  useAskingBeforeLeaving(state.phase === 'importing');

  const send = (file: File, dryRun: boolean, from: number, { signal }: AbortController) => {
    const form = new FormData();
    form.set('file', file, file.name);
    return sendAsMe(importUsers, {
      query: { ...(dryRun ? { dryRun } : { from }), told: 'all' },
      form,
      signal,
      transport: uploadTransport(() => undefined),
      expects: isImport,
    });
  };

  const run = async (file: File, dryRun: boolean) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let sum: ImportSum | undefined;
    setState(dryRun ? { phase: 'checking' } : { phase: 'importing', done: 0, rows: 0 });
    for (let from: number | null = 1; from !== null; ) {
      const { data, error }: Awaited<ReturnType<typeof send>> = await send(file, dryRun, from, controller);
      if (controller.signal.aborted) return;
      if (data === undefined) {
        setState({ phase: 'failed', failure: problemMessage(error), sum });
        break;
      }
      sum = sumOf(sum, data);
      // A server that leads nowhere is asked no more.
      from = !dryRun && data.next !== null && data.next > from ? data.next : null;
      if (from === null) setState({ phase: dryRun ? 'checked' : 'done', sum });
      else setState({ phase: 'importing', done: from - 1, rows: data.rows });
    }
    if (!dryRun) portalStore.dispatch(portalApi.util.invalidateTags(['User']));
  };

  return {
    state,
    check: (file: File) => run(file, true),
    add: (file: File) => run(file, false),
    reset: () => {
      running.current?.abort();
      setState({ phase: 'idle' });
    },
  };
}
