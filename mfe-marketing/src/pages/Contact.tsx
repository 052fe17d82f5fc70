import { PageHero } from '../blocks/PageHero.tsx';
import { Split } from '../blocks/Split.tsx';
import { ContactForm } from '../contact-form/ContactForm.tsx';
import { contact } from '../content/contact.ts';

export default function Contact() {
  return (
    <>
      <PageHero opening={contact.opening} />
      <Split title={contact.formTitle}>
        <ContactForm subject />
      </Split>
    </>
  );
}
