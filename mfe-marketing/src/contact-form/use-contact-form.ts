import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { contact } from '../content/contact.ts';
import type { ContactErrors, ContactField, ContactLogic } from './contact-logic.ts';

/** True once the element has come near the view or the focus has entered it, and from then on. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);

  useEffect(() => {
    const target = element.current;
    if (near || !target) return;
    const arrive = () => setNear(true);
    target.addEventListener('focusin', arrive);
    if (typeof IntersectionObserver === 'undefined') return () => target.removeEventListener('focusin', arrive);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arrive();
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => {
      target.removeEventListener('focusin', arrive);
      observer.disconnect();
    };
  }, [element, near]);

  return near;
}

/** Where a message stands. */
export type ContactStatus =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'robot'; readonly detail: string | null }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly detail: string };

const loadLogic = () => import('./contact-logic.ts');

/**
 * Everything behind the contact form. Its logic (validation, sending) and the captcha load when the form comes near the view or
 * gets the focus; what was typed before that stays. When the logic cannot be loaded, the browser sends the form itself.
 */
export function useContactForm(form: RefObject<HTMLFormElement | null>) {
  const isNear = useNear(form);
  const [logic, setLogic] = useState<ContactLogic | null>(null);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [status, setStatus] = useState<ContactStatus>({ kind: 'writing' });
  const [proof, setProof] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const sending = useRef(false);
  /** Submitted before the logic was there. */
  const waiting = useRef(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once more
  useEffect(() => {
    if (!isNear || logic) return;
    let unmounted = false;
    loadLogic().then(
      ({ createContactLogic }) => {
        if (!unmounted) setLogic(createContactLogic(setErrors));
      },
      () => {
        // Somebody waits for it: the browser sends the form by itself, as it does without scripts.
        if (!unmounted && waiting.current) form.current?.submit();
      },
    );
    return () => {
      unmounted = true;
    };
  }, [isNear, logic, attempt, form]);

  // The fields are connected by now.
  useEffect(() => {
    if (!logic || !waiting.current) return;
    waiting.current = false;
    form.current?.requestSubmit();
  }, [logic, form]);

  /** A captcha counts once: after each answer of the server another one is due. */
  const renewCaptcha = () => {
    setProof(null);
    setRound((count) => count + 1);
  };

  const send = async (ready: ContactLogic) => {
    const values = await ready.check();
    if (!values) {
      setStatus({ kind: 'writing' });
      return;
    }
    if (proof === null) {
      setStatus({ kind: 'robot', detail: null });
      return;
    }
    setStatus({ kind: 'sending' });
    const outcome = await ready.send(values, proof);
    renewCaptcha();
    if (outcome.kind === 'sent') {
      form.current?.reset();
      ready.clear();
    }
    if (outcome.kind === 'failed') ready.refuse(outcome.errors);
    setStatus(outcome);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!logic) {
      waiting.current = true;
      setAttempt((count) => count + 1);
      return;
    }
    if (sending.current) return;
    sending.current = true;
    send(logic).finally(() => {
      sending.current = false;
    });
  };

  return {
    isNear,
    ready: logic !== null,
    errors,
    status,
    proof,
    round,
    onCaptcha: (next: string | null) => {
      setProof(next);
      if (next !== null) setStatus((before) => (before.kind === 'robot' ? { kind: 'writing' } : before));
    },
    submit,
    connect: (field: ContactField) => (logic ? logic.register(field) : { name: field }),
    words: contact.form,
  };
}
