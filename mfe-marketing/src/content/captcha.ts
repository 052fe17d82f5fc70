/** The words of the robot check. */
export const captcha = {
  label: 'I am not a robot',
  open: 'Runs in your browser, without cookies.',
  working: 'Checking, this takes a moment.',
  solved: 'Verified.',
  expired: 'This has expired. Please check again.',
  failed: 'The check did not work. Please try again.',
  loading: 'Loading the robot check',
  unavailable: 'The robot check could not be loaded.',
};
