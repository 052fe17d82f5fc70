import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { FileDrop, type FileDropProps } from './FileDrop.tsx';

const pdf = new File(['%PDF-1.7'], '年報 2024.pdf', { type: 'application/pdf' });
const page = new File(['<html>'], 'page.html', { type: 'text/html' });

function Upload(props: Partial<FileDropProps>) {
  const [files, setFiles] = useState<File[]>([]);
  return <FileDrop label="File" files={files} onFiles={setFiles} {...props} />;
}

const drop = (files: File[]) => fireEvent.drop(screen.getByLabelText('File'), { dataTransfer: { files } });

test('a chosen file is shown with its size and can be taken out and chosen again', async () => {
  render(<Upload />);
  const input = screen.getByLabelText('File');
  await userEvent.upload(input, pdf);
  expect(screen.getByRole('listitem')).toHaveTextContent('年報 2024.pdf8 bytes');
  await userEvent.click(screen.getByRole('button', { name: 'Remove 年報 2024.pdf' }));
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  expect(input).toHaveFocus();
  await userEvent.upload(input, pdf);
  expect(screen.getByRole('listitem')).toBeInTheDocument();
});

test('a dropped file counts as chosen; of several the first, unless several may be', () => {
  const { unmount } = render(<Upload />);
  drop([pdf, page]);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  unmount();
  render(<Upload multiple />);
  drop([pdf, page]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('dropping nothing, or on a disabled place, changes nothing', () => {
  const onFiles = jest.fn();
  const { rerender } = render(<FileDrop label="File" files={[]} onFiles={onFiles} />);
  drop([]);
  rerender(<FileDrop label="File" files={[]} onFiles={onFiles} disabled />);
  drop([pdf]);
  expect(onFiles).not.toHaveBeenCalled();
});

test('the browser does not open a file that is dropped', () => {
  render(<Upload />);
  const allowed = fireEvent.drop(screen.getByLabelText('File'), { dataTransfer: { files: [pdf] } });
  expect(allowed).toBe(false);
});

test('its error belongs to the input', async () => {
  const { container } = render(<Upload hint="A PDF." error="Please provide a title and select a file." />);
  expect(screen.getByLabelText('File')).toHaveAccessibleDescription('A PDF. Please provide a title and select a file.');
  expect(await accessibilityProblems(container)).toEqual([]);
});
