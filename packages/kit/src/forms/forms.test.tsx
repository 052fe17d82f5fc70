import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { Checkbox, Radio, Select, TextArea, TextField } from './fields.tsx';

test.each([
  ['TextField', <TextField key="f" label="Full Name" hint="As on your badge." error="Enter a name." />],
  ['TextArea', <TextArea key="f" label="Full Name" hint="As on your badge." error="Enter a name." />],
  ['Select', <Select key="f" label="Full Name" hint="As on your badge." error="Enter a name." />],
  ['Checkbox', <Checkbox key="f" label="Full Name" hint="As on your badge." error="Enter a name." />],
])('%s ties label, hint and error to its control', (_, field) => {
  render(field);
  const control = screen.getByLabelText('Full Name');
  expect(control).toBeInvalid();
  expect(control).toHaveAccessibleDescription('As on your badge. Enter a name.');
});

test('without hint and error nothing is described and nothing is invalid', () => {
  render(<TextField label="Subject" />);
  const control = screen.getByRole('textbox', { name: 'Subject' });
  expect(control).not.toHaveAttribute('aria-describedby');
  expect(control).toBeValid();
});

test('an error appears inside a live region that was there before it', () => {
  const { rerender } = render(<TextField label="Email Address" />);
  const control = screen.getByLabelText('Email Address');
  const region = control.parentElement?.querySelector('[aria-live="polite"]');
  expect(region).toBeEmptyDOMElement();
  rerender(<TextField label="Email Address" error="Please enter your email." />);
  expect(region).toHaveTextContent('Please enter your email.');
});

test('a hidden label still names its control', () => {
  render(<TextField label="Search users" hideLabel />);
  expect(screen.getByRole('textbox', { name: 'Search users' })).toBeInTheDocument();
});

test('refs and native attributes reach the control, as form libraries need', async () => {
  const ref = createRef<HTMLInputElement>();
  const onChange = jest.fn();
  render(<TextField label="Email Address" ref={ref} name="email" type="email" required onChange={onChange} />);
  await userEvent.type(screen.getByLabelText('Email Address'), 'a@b.c');
  expect(ref.current).toHaveValue('a@b.c');
  expect(ref.current).toBeRequired();
  expect(onChange).toHaveBeenCalledTimes(5);
});

test('of the radio buttons with one name one is chosen, by pointer or arrow', async () => {
  const onChange = jest.fn();
  render(
    <fieldset>
      <legend>Publish</legend>
      <Radio label="Now" name="when" defaultChecked />
      <Radio label={<strong>At a time</strong>} name="when" onChange={onChange} />
    </fieldset>,
  );
  await userEvent.tab();
  expect(screen.getByRole('radio', { name: 'Now' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'At a time' })).toBeChecked();
  expect(onChange).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByText('Now'));
  expect(screen.getByRole('radio', { name: 'Now' })).toBeChecked();
});

test('two fields with one label keep their own ids', () => {
  render(
    <>
      <TextField label="Title" error="First." />
      <TextField label="Title" error="Second." />
    </>,
  );
  const descriptions = screen.getAllByLabelText('Title').map((field) => field.getAttribute('aria-describedby'));
  expect(new Set(descriptions).size).toBe(2);
});

test('axe finds nothing in a form of every field', async () => {
  const { container } = render(
    <form aria-label="Contact">
      <TextField label="Full Name" hint="Hint" error="Error" />
      <TextArea label="Message" />
      <Select label="Role">
        <option>investor</option>
      </Select>
      <Checkbox label="Send by e-mail" />
      <Radio label="Now" name="when" />
    </form>,
  );
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('a tab that is pasted into a line becomes a space, and the caret stays', async () => {
  const onChange = jest.fn(({ target }: { target: HTMLInputElement }) => target.value);
  render(<TextField label="Title" defaultValue="Pilot study" onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  field.setSelectionRange(0, 0);
  field.focus();
  await userEvent.paste('1.\t');
  expect(field).toHaveValue('1. Pilot study');
  expect(onChange).toHaveLastReturnedWith('1. Pilot study');
  expect(field.selectionStart).toBe(3);
});
