import { PageHero } from '../blocks/PageHero.tsx';
import { news } from '../content/news.ts';

export default function News() {
  return <PageHero opening={news.opening} />;
}
