import { focusFirstError } from '@cytocomm/kit';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLoaded } from '../loading/loading.ts';
import type { ContactErrors, ContactField } from './contact-logic.ts';

/** Whether the element has come near the view or the focus has entered it, and what says that the focus has. */
function useNear(element: RefObject<HTMLElement | null>): readonly [isNear: boolean, arrive: () => void] {
  const [isNear, setNear] = useState(false);
  const arrive = () => setNear(true);

  useEffect(() => {
    const target = element.current;
    if (isNear || !target || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isNear]);

  return [isNear, arrive];
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
  const [isNear, onFocus] = useNear(form);
  const { value: logic, failure, retry } = useLoaded(isNear ? 'contact form' : null, loadLogic);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [status, setStatus] = useState<ContactStatus>({ kind: 'writing' });
  const [proof, setProof] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  /** Submitted before the logic was there. */
  const waiting = useRef(false);
  /** Fields that the focus has left: from then on each change of them is checked. */
  const touchedFields = useRef(new Set<string>());

  useEffect(() => {
    if (!waiting.current || !(logic || failure)) return;
    waiting.current = false;
    // Without the logic the browser sends the form by itself, as it does without scripts.
    if (logic) form.current?.requestSubmit();
    else form.current?.submit();
  }, [logic, failure, form]);

  const check = (field: ContactField) => {
    if (!logic || !form.current || !touchedFields.current.has(field)) return;
    const { [field]: error } = logic.checkFields(form.current).errors;
    setErrors((before) => ({ ...before, [field]: error }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!logic) {
      waiting.current = true;
      if (failure) retry();
      return;
    }
    if (status.kind === 'sending') return;
    const { values, errors } = logic.checkFields(currentTarget);
    setErrors(errors);
    for (const field of Object.keys(values)) touchedFields.current.add(field);
    if (Object.values(errors).some(Boolean)) {
      setStatus({ kind: 'writing' });
      focusFirstError(currentTarget);
      return;
    }
    if (proof === null) {
      setStatus({ kind: 'robot', detail: null });
      return;
    }
    setStatus({ kind: 'sending' });
    const outcome = await logic.sendMessage(values, proof);
    // A captcha counts once: after each answer of the server another one is due.
    setProof(null);
    setRound((count) => count + 1);
    if (outcome.kind === 'sent') {
      currentTarget.reset();
      touchedFields.current.clear();
    }
    if (outcome.kind === 'failed') setErrors(outcome.errors);
    setStatus(outcome);
  };

  return {
    isNear,
    ready: logic !== null,
    errors,
    status,
    proof,
    round,
    onFocus,
    onCaptcha: (next: string | null) => {
      setProof(next);
      if (next !== null) setStatus((before) => (before.kind === 'robot' ? { kind: 'writing' } : before));
    },
    submit,
    connect: (field: ContactField) => ({
      name: field,
      error: errors[field],
      onBlur: () => {
        touchedFields.current.add(field);
        check(field);
      },
      onChange: () => check(field),
    }),
  };
}
