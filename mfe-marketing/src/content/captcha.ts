import { company } from './company.ts';

/** The words of the robot check. */
export const captcha = {
  label: 'I am not a robot',
  open: 'Runs in your browser, without cookies.',
  working: 'Checking, this takes a moment.',
  solved: 'Verified.',
  expired: 'This has expired. Please check again.',
  failed: 'The check did not work. Please try again.',
  loading: 'Loading the robot check',
  withoutScripts: `The robot check needs JavaScript. Without it, write to ${company.email}.`,
  unavailable: 'The robot check could not be loaded.',
};
