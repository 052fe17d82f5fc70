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

/** The words of the contact page and of the form that Home has too. */
export const contact = {
  opening: {
    title: 'Write to us.',
    lead: 'About a study, a demo, a partnership, an investment or a position. We read every message.',
  },
  formTitle: 'Your message',
  details: {
    headquarters: 'Headquarters',
    email: 'General information',
    phone: 'Phone',
    social: 'Follow us',
  },
  form: {
    label: 'Contact form',
    name: 'Full Name',
    email: 'Email Address',
    subject: 'Subject',
    subjectHint: 'Optional',
    message: 'Message',
    send: 'Send Message',
    sending: 'Sending...',
    robot: 'Please verify that you are not a robot!',
    sent: 'Message sent successfully!',
    kept: 'What you typed is still here.',
    failed: 'Your message could not be sent.',
    unreachable: 'The server did not answer. Check your connection and send again.',
    privacy: 'We use your address to answer you, and for nothing else.',
    privacyLink: 'How long we keep it',
    newTab: '(opens in a new tab)',
    /** What a browser without scripts shows after it has sent the form. */
    withoutScripts: {
      captcha: 'Please verify that you are not a robot! The check needs JavaScript; without it, write to us by e-mail.',
      invalid: 'Your message could not be sent: a field is missing, too long, or the address is not a plain one.',
      limited: 'Your message could not be sent: too many came from your network. Please try again in an hour.',
      failed: 'Your message could not be sent: something failed on our side. Please try again later.',
    },
    required: {
      name: 'Please enter your name.',
      email: 'Please enter your e-mail address.',
      message: 'Please write a message.',
    },
    tooLong: 'This is longer than can be sent.',
    plainEmail: 'Please enter a valid e-mail address, such as name@example.org.',
  },
};
