import type { Opening } from './types.ts';

const opening: Opening = {
  title: 'Write to us.',
  lead: 'About a study, a demo, a partnership or a position. A scientist reads every message.',
};

/** The words of the contact page and of the form that Home has too. */
export const contact = {
  opening,
  formTitle: 'Your message',
  details: {
    title: 'Other ways',
    headquarters: 'Headquarters',
    email: 'General information',
    phone: 'Phone',
    social: 'Follow us',
  },
  form: {
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
    required: {
      name: 'Please enter your name.',
      email: 'Please enter your e-mail address.',
      message: 'Please write a message.',
    },
    tooLong: 'This is longer than can be sent.',
    plainEmail: 'Please enter one plain e-mail address, such as name@example.org.',
  },
};
