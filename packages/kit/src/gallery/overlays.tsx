import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, type DialogProps, TextField, Toaster, toast } from '../index.ts';
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
