/** Moves the focus to the first field of a form that is marked as wrong, once what is about to be shown of it is shown. */
export function focusFirstError(form: HTMLFormElement | null): void {
  queueMicrotask(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A field of a date is a group of parts.
    const part = wrong?.querySelector<HTMLElement>('[role="spinbutton"]');
    (part ?? wrong)?.focus();
  });
}
