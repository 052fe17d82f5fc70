import { Notice } from '@cytocomm/kit';
import type { PublishNews } from './use-publish.ts';

/** What came of publishing. */
export function PublishResult({ news }: { readonly news: PublishNews }) {
  switch (news.kind) {
    case 'none':
      return null;
    case 'done':
      return (
        <Notice tone="success" title={news.words} live>
          {news.detail ? <p>{news.detail}</p> : null}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" title={news.words} live>
          <p>{news.reason} What you wrote is still here.</p>
        </Notice>
      );
  }
}
