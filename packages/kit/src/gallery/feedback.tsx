import { Button, EmptyState, ErrorState, Notice, Skeleton, SkeletonGroup, Spinner } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

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
