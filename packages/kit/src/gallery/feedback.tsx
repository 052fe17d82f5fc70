import { type ReactNode, useEffect, useState } from 'react';
import {
  Button,
  Dialog,
  type DialogProps,
  EmptyState,
  ErrorState,
  Notice,
  Skeleton,
  SkeletonGroup,
  Spinner,
  TextField,
  Toaster,
  toast,
} from '../index.ts';
import { TOAST_LIMIT } from '../toasts/toast-store.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, on, page, phone } from './entry.ts';

/** A dialog that is open from the start, and can be opened again. */
function OpenDialog({ children, ...rest }: Omit<DialogProps, 'open' | 'onClose'>) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open the dialog
      </Button>
      <Dialog {...rest} open={open} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
}

const confirm = (
  <>
    <Button variant="secondary">Cancel</Button>
    <Button variant="danger">Delete</Button>
  </>
);

/** Shows notifications that stay. */
function Notifications({ show }: { readonly show: () => void }) {
  useEffect(() => {
    show();
    return toast.clear;
  }, [show]);
  return <Toaster />;
}

const STAYING = { duration: Number.POSITIVE_INFINITY };

function showEachKind(): void {
  toast.custom(<strong>Custom: the caller draws it.</strong>, STAYING);
  toast.loading('Uploading the report...');
  toast.error('The upload failed.', STAYING);
  toast.success('User added', STAYING);
  toast('A new report is there.', STAYING);
}

function showMany(): void {
  for (let count = 1; count <= TOAST_LIMIT; count += 1) toast(`Notification ${count}`, STAYING);
}

const paragraphs: ReactNode = Array.from({ length: 12 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: alike, and never reordered
  <p key={index}>{LONG_TEXT}</p>
));

export const overlays: GalleryGroup = {
  id: 'overlays',
  title: 'Overlays',
  entries: {
    Dialog: {
      'Narrow, with actions': page(
        720,
        420,
        <OpenDialog title="Delete the report?" size="narrow" actions={confirm}>
          It is gone for every investor. This cannot be undone.
        </OpenDialog>,
      ),
      'A form': page(
        720,
        420,
        <OpenDialog title="Add a user">
          <TextField label="Email" error="Please enter a valid email" defaultValue="ada@" />
        </OpenDialog>,
      ),
      'More than fits': page(
        720,
        520,
        <OpenDialog title={LONG_TEXT} actions={confirm}>
          {paragraphs}
        </OpenDialog>,
      ),
      'On a phone': phone(
        560,
        <OpenDialog title={LONG_WORD} actions={confirm}>
          {LONG_TEXT}
        </OpenDialog>,
      ),
    },
    Toaster: {
      'Each kind': page(720, 420, <Notifications show={showEachKind} />),
      'As many as there can be': page(720, 520, <Notifications show={showMany} />),
      'Long text on a phone': phone(
        300,
        <Notifications show={() => toast.error(`${LONG_WORD} ${LONG_TEXT}`, STAYING)} />,
      ),
    },
  },
};

const retry = () => undefined;

export const feedback: GalleryGroup = {
  id: 'feedback',
  title: 'Feedback',
  entries: {
    EmptyState: {
      'Words alone': <EmptyState title="No users found." />,
      'What to do next': (
        <EmptyState title="No reports yet." action={<Button size="small">Upload a report</Button>}>
          Reports that you upload are shown to every investor.
        </EmptyState>
      ),
      'Long text on a phone': phone(380, <EmptyState title={`Nothing for ${LONG_WORD}.`}>{LONG_TEXT}</EmptyState>),
      'On ink': on('ink', <EmptyState title="No events.">New events appear here.</EmptyState>),
    },
    ErrorState: {
      'What happened': <ErrorState title="Company news could not be loaded." />,
      'What was kept, what to do, a reference': (
        <ErrorState
          title="The report could not be saved."
          kept="What you typed is still here."
          onRetry={retry}
          requestId="01J9ZQ4T7C"
        >
          Check your connection and try again.
        </ErrorState>
      ),
      Retrying: <ErrorState title="Users could not be loaded." onRetry={retry} retrying />,
      'Long text on a phone': phone(
        420,
        <ErrorState title={`${LONG_WORD} could not be added.`} onRetry={retry}>
          {LONG_TEXT}
        </ErrorState>,
      ),
      'On ink': on('ink', <ErrorState title="The film could not be played." onRetry={retry} />),
    },
    Notice: {
      Info: <Notice title="Preview">You see what an investor sees.</Notice>,
      Success: <Notice tone="success">Message sent successfully!</Notice>,
      Warning: <Notice tone="warning">The connection is slow; what you see may be old.</Notice>,
      Error: <Notice tone="error">The upload failed.</Notice>,
      'Long text on a phone': phone(
        300,
        <Notice title={LONG_WORD} tone="warning">
          {LONG_TEXT}
        </Notice>,
      ),
      'On mist': on('mist', <Notice tone="error">The upload failed.</Notice>),
    },
    Skeleton: {
      'Title, lines of text, block, circle': (
        <>
          {(['title', 'line', 'block', 'circle'] as const).map((shape) => (
            <div key={shape}>
              <Skeleton shape={shape} lines={shape === 'line' ? 3 : 1} />
            </div>
          ))}
        </>
      ),
    },
    SkeletonGroup: {
      Loading: (
        <SkeletonGroup label="Loading company news">
          <Skeleton shape="title" />
          <Skeleton lines={2} />
        </SkeletonGroup>
      ),
      'On ink': on(
        'ink',
        <SkeletonGroup label="Loading partners">
          <Skeleton lines={3} />
        </SkeletonGroup>,
      ),
    },
    Spinner: {
      'With words': <Spinner label="Signing you in..." />,
      'On ink': on('ink', <Spinner label="Signing you in..." />),
    },
  },
};
