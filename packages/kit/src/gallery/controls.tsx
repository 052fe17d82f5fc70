import { Button, ButtonLink, Checkbox, Link, Radio, Select, TextArea, TextField } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

const roles = (
  <>
    <option>Investor</option>
    <option>Customer</option>
    <option>Developer</option>
  </>
);

export const forms: GalleryGroup = {
  id: 'forms',
  title: 'Forms',
  entries: [
    {
      component: 'TextField',
      states: [
        state('Empty', <TextField label="Name" />),
        state(
          'Placeholder and hint',
          <TextField label="Email" placeholder="you@example.com" hint="We never pass it on." />,
        ),
        state('Filled', <TextField label="Email" defaultValue="ada@example.com" />),
        state('Focus', <TextField label="Email" defaultValue="ada@example.com" />, { pointer: 'focus' }),
        state('Error', <TextField label="Email" defaultValue="ada@" error="Please enter a valid email" />),
        state('Disabled', <TextField label="Email" defaultValue="ada@example.com" disabled />),
        state('Label spoken only', <TextField label="Search users" hideLabel placeholder="Search" type="search" />),
        state(
          'Long text on a phone',
          <TextField label={LONG_TEXT} defaultValue={LONG_WORD} hint={LONG_TEXT} error={`${LONG_WORD} is taken.`} />,
          phone(420),
        ),
        state('On ink', <TextField label="Email" defaultValue="ada@" error="Please enter a valid email" />, {
          tone: 'ink',
        }),
      ],
    },
    {
      component: 'TextArea',
      states: [
        state('Empty', <TextArea label="Message" hint="At most 2000 characters." />),
        state('Filled', <TextArea label="Message" defaultValue={LONG_TEXT} />),
        state('Focus', <TextArea label="Message" rows={3} />, { pointer: 'focus' }),
        state('Error', <TextArea label="Message" rows={3} error="Please enter a message" />),
        state('Disabled', <TextArea label="Message" rows={3} defaultValue={LONG_TEXT} disabled />),
      ],
    },
    {
      component: 'Select',
      states: [
        state('Chosen', <Select label="Role">{roles}</Select>),
        state('Focus', <Select label="Role">{roles}</Select>, { pointer: 'focus' }),
        state(
          'Error',
          <Select label="Role" error="Choose a role.">
            {roles}
          </Select>,
        ),
        state(
          'Disabled',
          <Select label="Role" disabled>
            {roles}
          </Select>,
        ),
        state(
          'Long text on a phone',
          <Select label="Report">
            <option>{LONG_TEXT}</option>
          </Select>,
          phone(130),
        ),
        state('On ink', <Select label="Role">{roles}</Select>, { tone: 'ink' }),
      ],
    },
    {
      component: 'Checkbox',
      states: [
        state('Off', <Checkbox label="Send me company news" />),
        state('On', <Checkbox label="Send me company news" defaultChecked hint="About once a month." />),
        state('Focus', <Checkbox label="Send me company news" />, { pointer: 'focus' }),
        state('Error', <Checkbox label="I accept the terms" error="Accept the terms to go on." />),
        state('Disabled', <Checkbox label="Send me company news" defaultChecked disabled />),
        state('Long text on a phone', <Checkbox label={LONG_TEXT} />, phone(170)),
        state('On ink', <Checkbox label="Send me company news" defaultChecked />, { tone: 'ink' }),
      ],
    },
    {
      component: 'Radio',
      states: [
        state('Off', <Radio label="At a time" name="off" />),
        state('On', <Radio label="Now" name="on" defaultChecked />),
        state(
          'One of several',
          <fieldset>
            <legend>Publish</legend>
            <Radio label="Now" name="several" defaultChecked />
            <Radio label="At a time" name="several" />
          </fieldset>,
        ),
        state('Focus', <Radio label="Now" name="focus" />, { pointer: 'focus' }),
        state('Disabled', <Radio label="Now" name="disabled" defaultChecked disabled />),
        state('Long text on a phone', <Radio label={LONG_TEXT} name="long" />, phone(170)),
        state('On ink', <Radio label="Now" name="ink" defaultChecked />, { tone: 'ink' }),
      ],
    },
  ],
};

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
