import type { AdminPressRelease } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import type { SaveOutcome } from './autosave.ts';
import { useChangePressRelease, useTestMail } from './press-release-api.ts';
import { momentWords, type PressReleaseDraft, publicationOf, type StoredPressRelease } from './press-release-draft.ts';
import { withStoredContent } from './same-text.ts';
import { useOnce } from './use-once.ts';

/** What came of the last thing that was sent. */
export type PublishNews =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly words: string; readonly detail: string | null }
  | { readonly kind: 'failed'; readonly words: string; readonly reason: string };

/** Properties of {@link usePublish}. */
export interface PublishOptions {
  readonly draft: PressReleaseDraft;
  readonly wasMailed: boolean;
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<boolean>;
  readonly storedRelease: () => StoredPressRelease | null;
  /** Meets what somebody else saved first: resolves to `saved` when it says the same. */
  readonly meetAtPublish: () => Promise<SaveOutcome>;
  /** Called with the words for what is published, planned or put away. */
  readonly onDone: (news: PublishNews) => void;
}

/** How often it is sent when somebody else saves the same text meanwhile. */
const TRIES = 3;
/** The statuses of a release that is not the one that is known: it was changed, or deleted. */
const MET: readonly number[] = [412, 404];
const FAILED = 'Failed to submit press release.';
const NOT_KEPT = 'The draft was not saved.';
const UNSAVED = 'It could not be saved first: the save status says why.';

/** Publishes, plans or puts away what was saved: once, however often the button is pressed. */
export function usePublish({ draft, wasMailed, flush, storedRelease, meetAtPublish, onDone }: PublishOptions) {
  const [change] = useChangePressRelease();
  const [testMail] = useTestMail();
  const [news, setNews] = useState<PublishNews>({ kind: 'none' });
  const [runOnce, busy] = useOnce();
  const once = (work: () => Promise<void>) =>
    runOnce(() => {
      setNews({ kind: 'none' });
      return work();
    });

  const fail = (words: string, reason: string) => setNews({ kind: 'failed', words, reason });
  const failedWords = ({ when }: PressReleaseDraft) => (when === 'draft' ? NOT_KEPT : FAILED);

  /** Publishes what is stored, unless somebody else was faster with another text: then the person is shown both. */
  const publish = async (sent: PressReleaseDraft, tries = TRIES): Promise<AdminPressRelease | undefined> => {
    const isSaved = await flush();
    const release = storedRelease();
    if (!isSaved || release === null) {
      fail(failedWords(sent), UNSAVED);
      return undefined;
    }
    const { data, error } = await change({
      params: { id: release.id },
      headers: { 'if-match': release.etag },
      body: publicationOf(withStoredContent(sent, release.base)),
    });
    if (data) return data;
    if (!isApiProblem(error) || !MET.includes(error.status) || tries === 1)
      fail(failedWords(sent), problemMessage(error));
    else {
      const met = await meetAtPublish();
      if (met.kind === 'saved') return publish(sent, tries - 1);
      if (met.kind === 'failed') fail(failedWords(sent), met.reason);
    }
    return undefined;
  };

  const submit = (sent: PressReleaseDraft, recipients: number | undefined) =>
    once(async () => {
      const data = await publish(sent);
      if (!data) return;
      onDone({
        kind: 'done',
        words: 'Press release submitted successfully!',
        detail: whatHappens(data, wasMailed, draft.zone, recipients),
      });
    });

  const sendTest = () =>
    once(async () => {
      const isSaved = await flush();
      const release = storedRelease();
      if (!isSaved || release === null) return fail('The test mail was not sent.', UNSAVED);
      const { error } = await testMail({ params: { id: release.id } });
      if (error) fail('The test mail was not sent.', problemMessage(error));
      else setNews({ kind: 'done', words: 'Test mail sent to you.', detail: null });
    });

  return {
    news,
    /** Takes back that it could not be saved, once it is. */
    noteSaved: () =>
      setNews((before) => (before.kind === 'failed' && before.reason === UNSAVED ? { kind: 'none' } : before)),
    busy,
    /** Publishes, plans or puts away the form, by default as it is; `recipients` is how many get it by mail, where it is known. */
    submit: (sent = draft, recipients?: number) => void submit(sent, recipients),
    sendTest: () => void sendTest(),
  };
}

function whatHappens(
  { status, date, sendEmail }: AdminPressRelease,
  wasMailed: boolean,
  zone: string,
  recipients: number | undefined,
): string {
  if (status === 'draft') return 'It is kept as a draft; readers do not see it.';
  const mail = sendEmail && !wasMailed;
  if (status === 'scheduled' && date)
    return `It appears${mail ? ' and goes out by mail' : ''} on ${momentWords(new Date(date), zone)}.`;
  if (wasMailed) return 'It is changed where it is read. The mails that went out stay as they were.';
  if (mail && recipients === 0) return 'It is out now. No one has asked for such news by mail, so no mail goes out.';
  return mail ? 'It is out now. Everyone who asked for such news gets it by mail.' : 'It is out now.';
}
