import {
  documentFormSchema,
  documentPageSchema,
  documentSchema,
  type Role,
  type StoredDocument,
  type Visibility,
} from '@cytocomm/contract';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { buildDocument } from '../builders.ts';
import type { FakePortal } from './fake-portal.ts';
import { cutPage } from './page.ts';
import { noContent, problem, reply } from './reply.ts';

const readers: Readonly<Record<Visibility, readonly Role[]>> = {
  public: ['admin', 'investor', 'customer', 'developer'],
  investor: ['admin', 'investor'],
  customer: ['admin', 'customer'],
};

/** The calls about documents. */
export function documentHandlers(portal: FakePortal): RequestHandler[] {
  const mayRead = ({ visibility }: StoredDocument) =>
    visibility === 'public' || (portal.asking()?.roles ?? []).some((role) => readers[visibility].includes(role));
  const newestFirst = () => portal.data.documents.toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt));

  return [
    http.get('/api/documents', ({ request }) =>
      reply(documentPageSchema, cutPage(newestFirst().filter(mayRead), request)),
    ),

    http.get('/api/reports', ({ request }) => {
      const refusal = portal.refusal(request, ['investor', 'admin']);
      if (refusal) return refusal;
      const reports = newestFirst().filter(({ visibility }) => visibility === 'investor');
      return reply(documentPageSchema, { items: reports, nextCursor: null });
    }),

    http.get('/api/documents/:id/content', ({ params }) => {
      const document = portal.data.documents.find(({ id }) => id === params.id);
      if (document === undefined || !mayRead(document)) return problem('not-found');
      return new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
    }),

    http.post('/api/admin/documents', async ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const form = await request.formData();
      const file = form.get('file');
      const fields = documentFormSchema.omit({ file: true }).safeParse({
        title: form.get('title'),
        visibility: form.get('visibility'),
        ...(form.has('notify') && { notify: form.get('notify') }),
      });
      if (!fields.success || !(file instanceof File)) return problem('validation');
      if (!(await file.text()).startsWith('%PDF-')) {
        return problem(
          'unsupported-media-type',
          'Only PDF files are accepted. This file is none, whatever its name says.',
        );
      }
      const uploadedBy = portal.asking()?.email;
      const { title, visibility } = fields.data;
      const document = buildDocument({
        ...{ title, visibility },
        name: file.name,
        size: file.size,
        uploadedAt: new Date().toISOString(),
        ...(uploadedBy !== undefined && { uploadedBy }),
      });
      portal.data.documents.push(document);
      return reply(documentSchema, document, { status: 201 });
    }),

    http.delete('/api/admin/documents/:id', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const kept = portal.data.documents.filter(({ id }) => id !== params.id);
      if (kept.length === portal.data.documents.length) return problem('not-found');
      portal.data.documents = kept;
      return noContent();
    }),
  ];
}
