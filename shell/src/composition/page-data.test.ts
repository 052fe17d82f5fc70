import { PAGE_DATA_ELEMENT_ID } from '@cytocomm/composition';
import { readPageData } from './arriving-page.ts';

function pageWith(content: string | null): Document {
  const page = document.implementation.createHTMLDocument();
  if (content !== null) {
    const block = page.createElement('script');
    block.id = PAGE_DATA_ELEMENT_ID;
    block.type = 'application/json';
    block.textContent = content;
    page.head.append(block);
  }
  return page;
}

test('reads what the page was made with', () => {
  const data = { list: { items: [] }, stale: false };
  expect(readPageData(pageWith(JSON.stringify(data)))).toEqual(data);
});

test.each([null, '', 'null', '{}', '[1]', '{"list":null}'])(
  'a page without data, or with something else: %j',
  (content) => {
    expect(readPageData(pageWith(content))).toBeUndefined();
  },
);

test('data that cannot be read costs a line in the console, not the page', () => {
  const complaint = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(readPageData(pageWith('{'))).toBeUndefined();
  expect(complaint).toHaveBeenCalledTimes(1);
  complaint.mockRestore();
});
