import { Button, ButtonLink, Checkbox, Link, Radio, Select, TextArea, TextField } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, on, phone, under } from './entry.ts';

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
  entries: {
    TextField: {
      Empty: <TextField label="Name" />,
      'Placeholder and hint': <TextField label="Email" placeholder="you@example.com" hint="We never pass it on." />,
      Filled: <TextField label="Email" defaultValue="ada@example.com" />,
      Focus: under('focus', <TextField label="Email" defaultValue="ada@example.com" />),
      Error: <TextField label="Email" defaultValue="ada@" error="Please enter a valid email" />,
      Disabled: <TextField label="Email" defaultValue="ada@example.com" disabled />,
      'Label spoken only': <TextField label="Search users" hideLabel placeholder="Search" type="search" />,
      'Long text on a phone': phone(
        420,
        <TextField label={LONG_TEXT} defaultValue={LONG_WORD} hint={LONG_TEXT} error={`${LONG_WORD} is taken.`} />,
      ),
      'On ink': on('ink', <TextField label="Email" defaultValue="ada@" error="Please enter a valid email" />),
    },
    TextArea: {
      Empty: <TextArea label="Message" hint="At most 2000 characters." />,
      Filled: <TextArea label="Message" defaultValue={LONG_TEXT} />,
      Focus: under('focus', <TextArea label="Message" rows={3} />),
      Error: <TextArea label="Message" rows={3} error="Please enter a message" />,
      Disabled: <TextArea label="Message" rows={3} defaultValue={LONG_TEXT} disabled />,
    },
    Select: {
      Chosen: <Select label="Role">{roles}</Select>,
      Focus: under('focus', <Select label="Role">{roles}</Select>),
      Error: (
        <Select label="Role" error="Choose a role.">
          {roles}
        </Select>
      ),
      Disabled: (
        <Select label="Role" disabled>
          {roles}
        </Select>
      ),
      'Long text on a phone': phone(
        130,
        <Select label="Report">
          <option>{LONG_TEXT}</option>
        </Select>,
      ),
      'On ink': on('ink', <Select label="Role">{roles}</Select>),
    },
    Checkbox: {
      Off: <Checkbox label="Send me company news" />,
      On: <Checkbox label="Send me company news" defaultChecked hint="About once a month." />,
      Focus: under('focus', <Checkbox label="Send me company news" />),
      Error: <Checkbox label="I accept the terms" error="Accept the terms to go on." />,
      Disabled: <Checkbox label="Send me company news" defaultChecked disabled />,
      'Long text on a phone': phone(170, <Checkbox label={LONG_TEXT} />),
      'On ink': on('ink', <Checkbox label="Send me company news" defaultChecked />),
    },
    Radio: {
      Off: <Radio label="At a time" name="off" />,
      On: <Radio label="Now" name="on" defaultChecked />,
      'One of several': (
        <fieldset>
          <legend>Publish</legend>
          <Radio label="Now" name="several" defaultChecked />
          <Radio label="At a time" name="several" />
        </fieldset>
      ),
      Focus: under('focus', <Radio label="Now" name="focus" />),
      Disabled: <Radio label="Now" name="disabled" defaultChecked disabled />,
      'Long text on a phone': phone(170, <Radio label={LONG_TEXT} name="long" />),
      'On ink': on('ink', <Radio label="Now" name="ink" defaultChecked />),
    },
  },
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
  entries: {
    Button: {
      'Primary, secondary, quiet, danger': looks,
      Hover: under('hover', looks),
      Focus: under('focus', looks),
      Disabled: (
        <>
          <Button disabled>Save</Button>
          <Button variant="secondary" disabled>
            Preview
          </Button>
          <Button variant="danger" disabled>
            Delete
          </Button>
        </>
      ),
      Busy: (
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
        </>
      ),
      'Small, with icons': (
        <>
          <Button size="small" icon="plus">
            Add user
          </Button>
          <Button size="small" variant="secondary" trailingIcon="arrow-right">
            Next
          </Button>
        </>
      ),
      'On ink': on(
        'ink',
        <>
          <Button variant="on-dark">Request a demo</Button>
          <Button variant="secondary">Read more</Button>
          <Button variant="quiet">Skip</Button>
          <Button variant="secondary" disabled>
            Disabled
          </Button>
        </>,
      ),
      Wide: <Button wide>Continue</Button>,
      'Long text on a phone': phone(110, <Button>Download the annual report of the supervisory board</Button>),
    },
    ButtonLink: {
      'In the portal, out of it': (
        <>
          <ButtonLink to="/actions" trailingIcon="arrow-right">
            Platform
          </ButtonLink>
          <ButtonLink href="https://example.com" target="_blank" variant="secondary" trailingIcon="external">
            Publication
          </ButtonLink>
        </>
      ),
      Hover: under(
        'hover',
        <ButtonLink to="/actions" trailingIcon="arrow-right">
          Platform
        </ButtonLink>,
      ),
      Focus: under('focus', <ButtonLink to="/actions">Platform</ButtonLink>),
    },
    Link: {
      'In a sentence': (
        <p>
          {LONG_TEXT} <Link to="/actions">Read the study</Link>
        </p>
      ),
      Hover: under('hover', <Link to="/actions">Read the study</Link>),
      Focus: under('focus', <Link to="/actions">Read the study</Link>),
      'On ink': on('ink', <Link to="/actions">Read the study</Link>),
    },
  },
};
