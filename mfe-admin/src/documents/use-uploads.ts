import type { Visibility } from '@cytocomm/contract';
import { portalApi, portalStore, problemMessage } from '@cytocomm/portal-api';
import { useEffect, useRef, useState } from 'react';
import { type Upload, uploadDocument } from './upload.ts';

/** A file that was picked, on its way or waiting for it. */
export interface PickedFile {
  readonly id: number;
  readonly file: File;
  readonly title: string;
  readonly state: 'waiting' | 'uploading' | 'failed';
  /** The part that is on its way, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly reason: string | null;
}

/** How the last round of uploads went. */
export type UploadNews = 'none' | 'done' | 'failed' | 'cancelled';

let lastId = 0;

/** The files of the upload form, and the sending of them one after the other. */
export function useUploads() {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [news, setNews] = useState<UploadNews>('none');
  const running = useRef<Upload | null>(null);
  const stopped = useRef(false);
  const uploading = files.some(({ state }) => state === 'uploading');

  useEffect(() => () => running.current?.cancel(), []);

  const change = (id: number, part: Partial<PickedFile>) =>
    setFiles((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));

  /** Adds files. As soon as there are several, each has a title of its own, at first from its name. */
  const pick = (added: readonly File[], titleSoFar: string) => {
    const several = files.length + added.length > 1;
    const picked = added.map((file): PickedFile => {
      lastId += 1;
      const title = several ? titleFromName(file.name) : '';
      return { id: lastId, file, title, state: 'waiting', part: 0, reason: null };
    });
    setNews('none');
    setFiles((all) => {
      const known = several
        ? all.map((each) => ({ ...each, title: each.title || titleSoFar || titleFromName(each.file.name) }))
        : all;
      return [...known, ...picked];
    });
  };

  /** Sends the files one after the other; answers those that were not taken. */
  const send = async (list: readonly PickedFile[], visibility: Visibility): Promise<readonly PickedFile[]> => {
    stopped.current = false;
    setNews('none');
    setFiles(list);
    const left: PickedFile[] = [];
    let failed = false;
    for (const picked of list) {
      const { id, file, title } = picked;
      if (stopped.current) {
        left.push(picked);
        continue;
      }
      change(id, { state: 'uploading', part: 0, reason: null });
      running.current = uploadDocument({ title, visibility, file }, (part) => change(id, { part }));
      const result = await running.current.result;
      running.current = null;
      if (result.kind === 'done') {
        setFiles((all) => all.filter((each) => each.id !== id));
        portalStore.dispatch(portalApi.util.invalidateTags(['Document']));
        continue;
      }
      left.push(picked);
      failed ||= result.kind === 'failed';
      const reason = result.kind === 'failed' ? problemMessage(result.problem) : null;
      change(id, { state: result.kind === 'failed' ? 'failed' : 'waiting', part: 0, reason });
    }
    setNews(failed ? 'failed' : stopped.current ? 'cancelled' : 'done');
    return left;
  };

  return {
    files,
    news,
    uploading,
    pick,
    send,
    rename: (id: number, title: string) => change(id, { title }),
    drop: (id: number) => setFiles((all) => all.filter((each) => each.id !== id)),
    cancel: () => {
      stopped.current = true;
      running.current?.cancel();
    },
  };
}

/** What a file's name suggests as its title. */
function titleFromName(name: string): string {
  return name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
}
