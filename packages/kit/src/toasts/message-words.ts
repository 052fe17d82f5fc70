import { Fragment, isValidElement, type ReactNode } from 'react';

/** Returns the words of a message, also within elements; null where a component draws some of them: those are not known. */
export function wordsOf(message: ReactNode): string | null {
  if (message === null || message === undefined || typeof message === 'boolean') return '';
  if (typeof message !== 'object') return String(message);
  if (Array.isArray(message)) {
    const words = message.map(wordsOf);
    return words.includes(null) ? null : words.join('\n');
  }
  if (!isValidElement<{ readonly children?: ReactNode }>(message)) return null;
  const isComponent = typeof message.type !== 'string' && message.type !== Fragment;
  return isComponent ? null : wordsOf(message.props.children);
}
