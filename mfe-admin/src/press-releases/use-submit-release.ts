import type { AdminPressRelease } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { problemMessage } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import { useChangeRelease, useReadRelease, useTestMail, useWriteRelease } from './release-api.ts';
import { draftOf, type ReleaseDraft, releaseOf } from './release-draft.ts';

/** What came of the last thing that was sent. */
export type SubmitNews =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly words: string; readonly detail: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'overtaken';
      /** The release as it is stored now. */
      readonly theirs: AdminPressRelease;
      readonly takeTheirs: () => void;
      readonly overwrite: () => void;
    };

type Saved = { readonly release: AdminPressRelease } | { readonly error: unknown };

/** Sends what stands in the form: once, however often the button is pressed, and never over somebody else's change. */
export function useSubmitRelease(
  draft: ReleaseDraft,
  onChange: (part: Partial<ReleaseDraft>) => void,
  onSent: () => void,
) {
  const [write, writing] = useWriteRelease();
  const [change, changing] = useChangeRelease();
  const [testMail, testing] = useTestMail();
  const [readCurrent] = useReadRelease();
  const [news, setNews] = useState<SubmitNews>({ kind: 'none' });
  // One key for one text: a second press makes no second release, another text is another release.
  const key = useRef({ text: '', value: '' });
  const running = useRef(false);

  const save = async (form: ReleaseDraft): Promise<Saved> => {
    const release = releaseOf(form);
    if (form.changing) {
      // A release that is out already stays out as it is: its time is not touched.
      const { data, error } = await change({
        params: { id: form.changing.id },
        headers: { 'if-match': form.changing.etag },
        body: release,
      });
      return data ? { release: data } : { error };
    }
    const text = JSON.stringify(release);
    if (key.current.text !== text) key.current = { text, value: crypto.randomUUID() };
    // The same key makes the same release, however often the call is sent.
    const { data, error } = await write({ body: release, headers: { 'idempotency-key': key.current.value } });
    return data ? { release: data } : { error };
  };

  const once = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setNews({ kind: 'none' });
    try {
      await work();
    } finally {
      running.current = false;
    }
  };

  const fail = async (form: ReleaseDraft, error: unknown) => {
    const { changing } = form;
    if (changing === null || !isApiProblem(error) || error.status !== 412) {
      setNews({ kind: 'failed', reason: problemMessage(error) });
      return;
    }
    const { data: theirs, error: unread } = await readCurrent({ params: { id: changing.id } });
    if (!theirs) {
      setNews({ kind: 'failed', reason: problemMessage(unread) });
      return;
    }
    setNews({
      kind: 'overtaken',
      theirs,
      takeTheirs: () => {
        onChange(draftOf(theirs));
        setNews({ kind: 'none' });
      },
      overwrite: () => void submitForm({ ...form, changing: { id: theirs.id, etag: theirs.etag } }),
    });
  };

  const submitForm = (form: ReleaseDraft) =>
    once(async () => {
      const saved = await save(form);
      if ('error' in saved) {
        await fail(form, saved.error);
        return;
      }
      key.current = { text: '', value: '' };
      setNews({
        kind: 'done',
        words: 'Press release submitted successfully!',
        detail: whatHappens(saved.release, form),
      });
      onSent();
    });

  /** A test needs something stored: a new text is kept as a draft first. */
  const sendTest = () =>
    once(async () => {
      const form: ReleaseDraft = draft.changing ? draft : { ...draft, when: 'draft' };
      const saved = await save(form);
      if ('error' in saved) {
        await fail(form, saved.error);
        return;
      }
      const { id, etag } = saved.release;
      onChange({ changing: { id, etag }, isTouched: false });
      const { error } = await testMail({ params: { id } });
      if (error) setNews({ kind: 'failed', reason: `The test mail was not sent: ${problemMessage(error)}` });
      else
        setNews({
          kind: 'done',
          words: 'Test mail sent to you.',
          detail: draft.changing ? null : 'The text is kept as a draft.',
        });
    });

  return {
    news,
    busy: writing.isLoading || changing.isLoading || testing.isLoading,
    submit: () => void submitForm(draft),
    sendTest: () => void sendTest(),
  };
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function whatHappens({ status, date, sendEmail }: AdminPressRelease, sent: ReleaseDraft): string {
  if (status === 'draft') return 'It is kept as a draft; nobody sees it.';
  const mail = sendEmail && !sent.wasMailed;
  if (status === 'scheduled' && date) {
    const time = new Date(date).toLocaleString('en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: ZONE,
    });
    return `It appears${mail ? ' and goes out by mail' : ''} on ${time} (${ZONE}).`;
  }
  if (sent.wasMailed) return 'It is changed where it is read. The mails that went out stay as they were.';
  return mail ? 'It is out now. Whoever has asked for such news gets it by mail.' : 'It is out now.';
}
