import { z } from 'zod';
import { recordKindSchema } from './fields.ts';
import { isBuiltInRole, roleSchema, teamRoleSchema } from './roles.ts';

const MAX_AUDIENCE_LENGTH = 50;
const MAX_ORIGIN_LENGTH = 100;
/** Of one remote; each stands in the header of every page. */
const MAX_BACKENDS = 3;

/** Whether it is an origin as browsers write it; what they leave out or rewrite, a policy would not match. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** The name by which a backend knows that a token is meant for it. */
export const audienceSchema = z
  .string()
  .max(MAX_AUDIENCE_LENGTH)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');

/** A service of a team's own: the origin that its remote calls, and the audience of the tokens for it. */
export const backendSchema = z.strictObject({
  audience: audienceSchema.describe('audience of its tokens: lower-case words'),
  origin: z
    .string()
    .max(MAX_ORIGIN_LENGTH)
    .regex(
      /^(https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/,
      'https and a host, such as https://lab.example; in development also http://localhost:4000',
    )
    .refine(isOrigin, 'an origin without a path, a default port or a slash at its end')
    .describe('https and a host, such as https://lab.example; in development also http://localhost:4000'),
});
/** A service of a team's own that its remote calls. */
export type Backend = z.infer<typeof backendSchema>;

/** The backends of one remote; each audience is one of them. */
export const backendsSchema = z
  .array(backendSchema)
  .max(MAX_BACKENDS)
  .refine(
    (backends) => new Set(backends.map(({ audience }) => audience)).size === backends.length,
    'an audience twice',
  );

/** Every page carries its lock: what a release says of itself is short. */
const MAX_WORDS_LENGTH = 300;
const MAX_PATH_LENGTH = 300;
/** Of each kind; a remote has some 20 today. */
const MAX_CONTRIBUTIONS = 100;
const MAX_ROLES = 5;
/**
 * One line of valid Unicode. Half a character (a lone surrogate) comes back from the database as another one, and a lock
 * that holds it would no longer have its id.
 */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
/** One line of text, of any length. */
export const lineSchema = z.string().regex(LINE, 'one line of valid Unicode, no control characters');
/** Words for people, of one line. */
export const wordsSchema = lineSchema.min(1).max(MAX_WORDS_LENGTH);
/** The name of a component that a release exposes. */
export const exposedNameSchema = z.string().regex(/^[A-Z][A-Za-z0-9]*$/, 'a component name');
const apiPathSchema = z.string().regex(/^\/api\/[\w./?=&-]+$/, 'an address of the API');

/**
 * What the API has for a page: a list in the API's form for lists (`{items: [{id, title, date, ...}]}`), and one of its
 * items when the page's address names it.
 */
export const pageDataSourceSchema = z.strictObject({
  list: apiPathSchema.describe('the address of the list'),
  item: z
    .strictObject({
      parameter: z
        .string()
        .regex(/^[a-z]+$/)
        .describe('of the page’s address: names an item'),
      path: apiPathSchema.describe('the address below which an item is'),
      text: lineSchema.min(1).describe('the field with the item’s text as HTML; its beginning describes the page'),
    })
    .optional()
    .describe('one item of the list, when the page’s address names it'),
});
/** What the API has for a page. */
export type PageDataSource = z.infer<typeof pageDataSourceSchema>;

/** A page at an address. `component` is the module the remote exposes for it. */
const routeContributionSchema = z.strictObject({
  path: z
    .string()
    .max(MAX_PATH_LENGTH)
    .regex(/^\/[a-z0-9/-]*$/, 'an absolute path in lower case')
    .describe('the address of the page, in lower case'),
  component: exposedNameSchema.describe('the default export of `src/pages/COMPONENT.tsx`'),
  title: wordsSchema.describe('the title of the page'),
  description: lineSchema.max(MAX_WORDS_LENGTH).optional().describe('for search engines'),
  below: z.boolean().optional().describe('it answers for addresses below its path, too; not of a public page'),
  public: z.boolean().describe('rendered on the server, too, and in the sitemap'),
  unlisted: z
    .boolean()
    .optional()
    .describe('a public page for those who have its link: neither in the sitemap nor for search engines'),
  data: pageDataSourceSchema
    .optional()
    .describe('of the API: the page is rendered with it, and again when it has changed'),
  feed: apiPathSchema.optional().describe('an Atom feed of what the page lists; every public page names it'),
});
/** One route of a remote. */
export type RouteContribution = z.infer<typeof routeContributionSchema>;

/** The menus of the frame. */
export const linkGroupSchema = z.enum(['top', 'technology', 'company', 'account', 'legal']);

/**
 * A link of the frame: in navigation bar and footer (`top` stands beside the logo), for `account` in the dashboard's rail,
 * for `legal` in the last line of the footer and, the first of them, beside its form.
 */
const linkContributionSchema = z.strictObject({
  group: linkGroupSchema.describe('the menu; account: the dashboard’s rail, legal: the footer’s last line'),
  label: wordsSchema.describe('its words, once in a menu'),
  // Browsers take `//` and `/\` for the beginning of another site, and leave out tabs between them.
  path: z
    .string()
    .max(MAX_PATH_LENGTH)
    .regex(/^\/(?!\/)[^\s\\\p{Cc}\p{Cs}]*$/u, 'an address of the portal')
    .describe('an address of the portal'),
  order: z.number().int().describe('lower ones come first'),
});
/** One navigation link of a remote. */
export type LinkContribution = z.infer<typeof linkContributionSchema>;

/** A tool of the dashboard: a page of its own in a role's part of it, at `/dashboard/ROLE/PATH`. */
const toolSchema = z.strictObject({
  path: z
    .string()
    .max(40)
    .regex(/^[a-z][a-z0-9-]*$/, 'one part of an address, in lower case')
    .describe('its part of the address, after the role'),
  title: wordsSchema.describe('its words in the rail and in the title of the tab'),
  // No defaults: they would change the ids of earlier releases.
  new: wordsSchema
    .optional()
    .describe('the words of what `new` below it is for, as the palette has them: New document'),
  below: z
    .boolean()
    .optional()
    .describe('false where nothing is below its address: the shell says so of an address there, and shows the tool'),
  finds: z
    .array(
      z.strictObject({
        kind: recordKindSchema.describe('what the search found'),
        at: z
          .string()
          .max(100)
          .regex(/^(?:\/[a-z0-9/:-]*)?(?:\?[a-z]+=:(?:id|title))?$/, 'below the tool: /:id/edit, or ?q=:title')
          .describe('where the tool shows it, after its own address; `:id` and `:title` stand for those of the record'),
      }),
    )
    .max(recordKindSchema.options.length)
    .optional()
    .describe('the kinds of records that the palette opens in it'),
});

/** A block of the dashboard, shown in the section of `role` to those who hold the role or one of `alsoFor`. */
const sectionContributionSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .describe('its name, once in the portal'),
  component: exposedNameSchema.describe('the default export of `src/sections/COMPONENT.tsx`'),
  role: roleSchema.describe('whose part of the dashboard it belongs to'),
  alsoFor: z.array(roleSchema).default([]).describe('roles that see it as well'),
  label: wordsSchema.describe('of the entry in the rail, which sections of one role share'),
  // No default: it would change the id of every release and lock that was made before.
  tool: toolSchema
    .optional()
    .describe('the tool on whose page it stands, with all that name the same; without one, the role’s overview'),
  order: z.number().int().describe('lower ones come first'),
});
/** One dashboard section of a remote. */
export type SectionContribution = z.infer<typeof sectionContributionSchema>;

/** A component the shell shows over the page when the named door is opened. */
const overlayContributionSchema = z.strictObject({
  slot: z.enum(['sign-in']).describe('the door that opens it'),
  component: exposedNameSchema.describe('the default export of `src/overlays/COMPONENT.tsx`'),
});
/** One overlay of a remote. */
export type OverlayContribution = z.infer<typeof overlayContributionSchema>;

/** Everything a remote adds to the portal. */
export const contributionsSchema = z
  .strictObject({
    routes: z.array(routeContributionSchema).max(MAX_CONTRIBUTIONS).default([]).describe('pages at addresses'),
    links: z
      .array(linkContributionSchema)
      .max(MAX_CONTRIBUTIONS)
      .default([])
      .describe('links of navigation, footer and rail'),
    sections: z.array(sectionContributionSchema).max(MAX_CONTRIBUTIONS).default([]).describe('blocks of the dashboard'),
    overlays: z.array(overlayContributionSchema).default([]).describe('what opens over a page'),
    // No default: it would change the id of every release and lock that was made before.
    backends: backendsSchema.optional().describe('services of the team’s own that the remote calls'),
    roles: z
      .array(teamRoleSchema)
      .max(MAX_ROLES)
      .refine((roles) => new Set(roles.map(({ name }) => name)).size === roles.length, 'a role twice')
      .optional()
      .describe('roles besides the portal’s own that its sections are for'),
  })
  .superRefine(({ routes, sections, roles = [] }, context) => {
    for (const [index, route] of routes.entries())
      if (route.public && route.below)
        context.addIssue({
          code: 'custom',
          path: ['routes', index, 'below'],
          message: 'a public page is rendered for its own path alone',
        });
    const titles = new Map<string, string>();
    for (const [index, { role, tool }] of sections.entries()) {
      if (tool === undefined) continue;
      const address = `${role}/${tool.path}`;
      const title = titles.get(address) ?? tool.title;
      titles.set(address, title);
      if (title !== tool.title)
        context.addIssue({
          code: 'custom',
          path: ['sections', index, 'tool', 'title'],
          message: `the tool ${address} has two titles: "${title}" and "${tool.title}"`,
        });
    }
    const isKnown = (role: string) => isBuiltInRole(role) || roles.some(({ name }) => name === role);
    for (const [index, { role, alsoFor }] of sections.entries())
      for (const unknown of new Set([role, ...alsoFor].filter((each) => !isKnown(each))))
        context.addIssue({
          code: 'custom',
          path: ['sections', index, 'role'],
          message: `${unknown} is neither a role of the portal nor one that roles names`,
        });
  });
/** Everything a remote adds to the portal. */
export type Contributions = z.infer<typeof contributionsSchema>;
