import { Button, ButtonLink, Link } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, phone, state } from './entry.ts';

const looks = (
  <>
    <Button>Save</Button>
    <Button variant="secondary">Preview</Button>
    <Button variant="quiet">Cancel</Button>
    <Button variant="danger">Delete</Button>
  </>
);

export const actions: GalleryGroup = {
  id: 'actions',
  title: 'Actions',
  entries: [
    {
      component: 'Button',
      states: [
        state('Primary, secondary, quiet, danger', looks),
        state('Hover', looks, { pointer: 'hover' }),
        state('Focus', looks, { pointer: 'focus' }),
        state(
          'Disabled',
          <>
            <Button disabled>Save</Button>
            <Button variant="secondary" disabled>
              Preview
            </Button>
            <Button variant="danger" disabled>
              Delete
            </Button>
          </>,
        ),
        state(
          'Busy',
          <>
            <Button busy busyLabel="Sending...">
              Send
            </Button>
            <Button variant="secondary" icon="retry" busy>
              Retry
            </Button>
            <Button variant="danger" busy busyLabel="Deleting...">
              Delete
            </Button>
          </>,
        ),
        state(
          'Small, with icons',
          <>
            <Button size="small" icon="plus">
              Add user
            </Button>
            <Button size="small" variant="secondary" trailingIcon="arrow-right">
              Next
            </Button>
          </>,
        ),
        state(
          'On ink',
          <>
            <Button variant="on-dark">Request a demo</Button>
            <Button variant="secondary">Read more</Button>
            <Button variant="quiet">Skip</Button>
            <Button variant="secondary" disabled>
              Disabled
            </Button>
          </>,
          { tone: 'ink' },
        ),
        state('Wide', <Button wide>Continue</Button>),
        state('Long text on a phone', <Button>Download the annual report of the supervisory board</Button>, phone(110)),
      ],
    },
    {
      component: 'ButtonLink',
      states: [
        state(
          'In the portal, out of it',
          <>
            <ButtonLink to="/actions" trailingIcon="arrow-right">
              Platform
            </ButtonLink>
            <ButtonLink href="https://example.com" target="_blank" variant="secondary" trailingIcon="external">
              Publication
            </ButtonLink>
          </>,
        ),
        state(
          'Hover',
          <ButtonLink to="/actions" trailingIcon="arrow-right">
            Platform
          </ButtonLink>,
          { pointer: 'hover' },
        ),
        state('Focus', <ButtonLink to="/actions">Platform</ButtonLink>, { pointer: 'focus' }),
      ],
    },
    {
      component: 'Link',
      states: [
        state(
          'In a sentence',
          <p>
            {LONG_TEXT} <Link to="/actions">Read the study</Link>
          </p>,
        ),
        state('Hover', <Link to="/actions">Read the study</Link>, { pointer: 'hover' }),
        state('Focus', <Link to="/actions">Read the study</Link>, { pointer: 'focus' }),
        state('On ink', <Link to="/actions">Read the study</Link>, { tone: 'ink' }),
      ],
    },
  ],
};
