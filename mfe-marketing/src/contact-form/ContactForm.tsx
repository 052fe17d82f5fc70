import { Button, TextArea, TextField } from '@cytocomm/kit';
import { contact } from '../content/contact.ts';
import classes from './ContactForm.module.css';

/** The contact form; `subject` adds the optional line that the contact page has. */
export function ContactForm({ subject = false }: { readonly subject?: boolean }) {
  const { form: words } = contact;
  return (
    <form method="post" action="/api/contact" className={classes.form}>
      <TextField label={words.name} name="name" autoComplete="name" required />
      <TextField label={words.email} name="email" type="email" autoComplete="email" required />
      {subject ? <TextField label={words.subject} name="subject" hint={words.subjectHint} /> : null}
      <TextArea label={words.message} name="message" required />
      <Button type="submit">{words.send}</Button>
    </form>
  );
}
