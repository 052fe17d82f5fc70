import { isValidElement, type ReactNode } from 'react';

/** Returns the words of a message, also within elements; those that a component would draw are not known. */
export function wordsOf(message: ReactNode): string {
  if (typeof message === 'string' || typeof message === 'number') return String(message);
  if (Array.isArray(message)) return message.map(wordsOf).join('\n');
  return isValidElement<{ readonly children?: ReactNode }>(message) ? wordsOf(message.props.children) : '';
}
