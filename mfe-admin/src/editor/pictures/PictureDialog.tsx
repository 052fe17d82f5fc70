import { MAX_ALTERNATIVE_TEXT, MAX_PICTURE_BYTES, type Picture, uploadPicture } from '@cytocomm/contract';
import { type Answer, uploadTransport } from '@cytocomm/http';
import { Button, Checkbox, Dialog, Notice, TextField } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { problemMessage, sendAsMe } from '@cytocomm/portal-api';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './pictures.module.css';
import type { PictureInText } from './pictures.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** What a file dialog offers. */
const ACCEPTED_PICTURES = TYPES.join(',');

/** Half an answer, or one of something else, is no picture. */
const isStored = (body: unknown) => typeof body === 'object' && body !== null && 'url' in body && 'width' in body;

/** Returns why a file need not be sent, as a sentence; null when the server is to judge it. */
function whyNotSent({ type, size }: File): string | null {
  if (type !== '' && !TYPES.includes(type))
    return 'Only JPEG, PNG and WebP pictures are accepted. Save it as one of them.';
  if (size > MAX_PICTURE_BYTES) return 'The picture is larger than 10 MB. Save it smaller, and choose it again.';
  return size === 0 ? 'The file is empty.' : null;
}

/** Sends a picture; `onProgress` gets the part that is on its way, from 0 to 1. One that is cancelled has the problem `aborted`. */
function sendPicture(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<Answer<Picture>> {
  const form = new FormData();
  form.set('file', file, file.name === '' ? 'picture' : file.name);
  return sendAsMe(uploadPicture, { form, signal, transport: uploadTransport(onProgress), expects: isStored });
}

interface PictureDialogProps {
  /** The picture to describe; a new one is asked for without. */
  readonly picture: PictureInText | undefined;
  /** The file of a new one, if it was pasted or dropped. */
  readonly file: File | undefined;
  /** Called with the picture as it is to stand in the text. */
  readonly onDone: (picture: PictureInText) => void;
  readonly onClose: () => void;
}

/** How far an upload is: null before it. */
type Progress = number | null;

const busyWords = (progress: Progress) =>
  progress === null || progress >= 1 ? 'Converting…' : `Uploading, ${Math.round(progress * 100)} %`;

/** Asks for a picture and for what it shows. It is no form: it stands inside one. */
export function PictureDialog({ picture, file: given, onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const [isDecoration, setIsDecoration] = useState(picture?.alt === '');
  const [asked, setAsked] = useState(false);
  const [progress, setProgress] = useState<Progress>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly field: boolean; readonly sentence: string } | null>(null);
  const stop = useRef(new AbortController());
  const words = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const ended = new AbortController();
    stop.current = ended;
    return () => ended.abort();
  }, []);

  const altText = isDecoration ? '' : alt.trim();
  const isMissing = altText === '' && !isDecoration;
  const local = file === undefined ? 'Choose a picture.' : whyNotSent(file);
  const fileError = refusal?.field ? refusal.sentence : asked || file !== undefined ? local : null;

  const apply = async () => {
    setAsked(true);
    if (isBusy || isMissing || (picture === undefined && local !== null)) return;
    if (picture !== undefined) return onDone({ ...picture, alt: altText });
    if (file === undefined) return;
    setIsBusy(true);
    setRefusal(null);
    const { data, error } = await sendPicture(file, stop.current.signal, setProgress);
    if (stop.current.signal.aborted) return;
    setIsBusy(false);
    setProgress(null);
    if (data) return onDone({ src: data.url, alt: altText, width: data.width, height: data.height });
    const [ofFile] = error.errors.filter(({ path }) => path === 'body.file');
    const sentence = ofFile && error.code === 'validation' ? `The picture ${ofFile.message}.` : problemMessage(error);
    setRefusal({ field: ofFile !== undefined, sentence });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.nativeEvent.isComposing ||
      !(event.target instanceof HTMLInputElement) ||
      event.target.type !== 'text'
    )
      return;
    event.preventDefault();
    void apply();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={picture === undefined ? 'Insert a picture' : 'Describe the picture'}
      size="narrow"
      {...(given === undefined && picture === undefined ? {} : { initialFocus: words })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} busyLabel={busyWords(progress)} onClick={() => void apply()}>
            {picture === undefined ? 'Insert picture' : 'Save description'}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the fields inside */}
      <div className={classes.fields} onKeyDown={onKeyDown}>
        {picture === undefined ? (
          <FileDrop
            label="Picture"
            hint="JPEG, PNG or WebP, at most 10 MB. Place and camera are taken out of it."
            accept={ACCEPTED_PICTURES}
            disabled={isBusy}
            files={file === undefined ? [] : [file]}
            error={fileError}
            onFiles={([chosen]) => {
              setFile(chosen);
              setRefusal(null);
            }}
          />
        ) : (
          <img src={picture.src} alt="" className={classes.shown} />
        )}
        <TextField
          ref={words}
          label="Alternative text"
          hint="What the picture shows, for people who cannot see it; in mails and feeds as well."
          value={isDecoration ? '' : alt}
          maxLength={MAX_ALTERNATIVE_TEXT}
          disabled={isBusy || isDecoration}
          error={asked && isMissing ? 'Say what the picture shows, or that it is for decoration only.' : null}
          onChange={(event) => setAlt(event.target.value)}
        />
        <Checkbox
          label="For decoration only: the text says all that it shows"
          checked={isDecoration}
          disabled={isBusy}
          onChange={(event) => setIsDecoration(event.target.checked)}
        />
        {refusal === null || refusal.field ? null : (
          <Notice tone="error" live>
            {refusal.sentence}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
