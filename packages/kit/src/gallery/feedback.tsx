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
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

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
  entries: [
    {
      component: 'Dialog',
      states: [
        state(
          'Narrow, with actions',
          <OpenDialog title="Delete the report?" size="narrow" actions={confirm}>
            It is gone for every investor. This cannot be undone.
          </OpenDialog>,
          { page: { width: 720, height: 420 } },
        ),
        state(
          'A form',
          <OpenDialog title="Add a user">
            <TextField label="Email" error="Please enter a valid email" defaultValue="ada@" />
          </OpenDialog>,
          { page: { width: 720, height: 420 } },
        ),
        state(
          'More than fits',
          <OpenDialog title={LONG_TEXT} actions={confirm}>
            {paragraphs}
          </OpenDialog>,
          { page: { width: 720, height: 520 } },
        ),
        state(
          'On a phone',
          <OpenDialog title={LONG_WORD} actions={confirm}>
            {LONG_TEXT}
          </OpenDialog>,
          phone(560),
        ),
      ],
    },
    {
      component: 'Toaster',
      states: [
        state('Each kind', <Notifications show={showEachKind} />, { page: { width: 720, height: 420 } }),
        state('As many as there can be', <Notifications show={showMany} />, { page: { width: 720, height: 520 } }),
        state(
          'Long text on a phone',
          <Notifications show={() => toast.error(`${LONG_WORD} ${LONG_TEXT}`, STAYING)} />,
          phone(300),
        ),
      ],
    },
  ],
};

const retry = () => undefined;

export const feedback: GalleryGroup = {
  id: 'feedback',
  title: 'Feedback',
  entries: [
    {
      component: 'EmptyState',
      states: [
        state('Words alone', <EmptyState title="No users found." />),
        state(
          'What to do next',
          <EmptyState title="No reports yet." action={<Button size="small">Upload a report</Button>}>
            Reports that you upload are shown to every investor.
          </EmptyState>,
        ),
        state(
          'Long text on a phone',
          <EmptyState title={`Nothing for ${LONG_WORD}.`}>{LONG_TEXT}</EmptyState>,
          phone(380),
        ),
        state('On ink', <EmptyState title="No events.">New events appear here.</EmptyState>, { tone: 'ink' }),
      ],
    },
    {
      component: 'ErrorState',
      states: [
        state('What happened', <ErrorState title="Company news could not be loaded." />),
        state(
          'What was kept, what to do, a reference',
          <ErrorState
            title="The report could not be saved."
            kept="What you typed is still here."
            onRetry={retry}
            requestId="01J9ZQ4T7C"
          >
            Check your connection and try again.
          </ErrorState>,
        ),
        state('Retrying', <ErrorState title="Users could not be loaded." onRetry={retry} retrying />),
        state(
          'Long text on a phone',
          <ErrorState title={`${LONG_WORD} could not be added.`} onRetry={retry}>
            {LONG_TEXT}
          </ErrorState>,
          phone(420),
        ),
        state('On ink', <ErrorState title="The film could not be played." onRetry={retry} />, { tone: 'ink' }),
      ],
    },
    {
      component: 'Notice',
      states: [
        state('Info', <Notice title="Preview">You see what an investor sees.</Notice>),
        state('Success', <Notice tone="success">Message sent successfully!</Notice>),
        state('Warning', <Notice tone="warning">The connection is slow; what you see may be old.</Notice>),
        state('Error', <Notice tone="error">The upload failed.</Notice>),
        state(
          'Long text on a phone',
          <Notice title={LONG_WORD} tone="warning">
            {LONG_TEXT}
          </Notice>,
          phone(300),
        ),
        state('On mist', <Notice tone="error">The upload failed.</Notice>, { tone: 'mist' }),
      ],
    },
    {
      component: 'Skeleton',
      states: [
        state(
          'Title',
          <div>
            <Skeleton shape="title" />
          </div>,
        ),
        state(
          'Lines of text',
          <div>
            <Skeleton lines={3} />
          </div>,
        ),
        state(
          'Block',
          <div>
            <Skeleton shape="block" />
          </div>,
        ),
        state(
          'Circle',
          <div>
            <Skeleton shape="circle" />
          </div>,
        ),
      ],
    },
    {
      component: 'SkeletonGroup',
      states: [
        state(
          'Loading',
          <SkeletonGroup label="Loading company news">
            <Skeleton shape="title" />
            <Skeleton lines={2} />
          </SkeletonGroup>,
        ),
        state(
          'On ink',
          <SkeletonGroup label="Loading partners">
            <Skeleton lines={3} />
          </SkeletonGroup>,
          { tone: 'ink' },
        ),
      ],
    },
    {
      component: 'Spinner',
      states: [
        state('With words', <Spinner label="Signing you in..." />),
        state('Words spoken only', <Spinner label="Loading the film" quiet />),
        state('On ink', <Spinner label="Signing you in..." />, { tone: 'ink' }),
      ],
    },
  ],
};
