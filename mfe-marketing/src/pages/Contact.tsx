import { Band, Heading } from '@cytocomm/kit';
import { ContactDetails, ContactForm } from '../contact-form/ContactForm.tsx';
import { contact } from '../content/contact.ts';
import classes from './Contact.module.css';

/** How to reach the company: a form, and other ways. */
export default function Contact() {
  return (
    <Band spacing="none" className={classes.page}>
      <div className={classes.sides}>
        <div className={classes.words}>
          <Heading level={1}>{contact.opening.title}</Heading>
          <p className={classes.lead}>{contact.opening.lead}</p>
        </div>
        <div className={classes.sheet} data-tone="mist">
          <Heading level={2} size="title" className={classes.formTitle}>
            {contact.formTitle}
          </Heading>
          <ContactForm subject />
        </div>
        <div className={classes.details}>
          <ContactDetails />
        </div>
      </div>
    </Band>
  );
}
