import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Plans } from '../accounts/plan.ts'
import { basePath } from '../base/api-paths.ts'
import { problems } from '../base/problems.ts'
import type { AnyOperation } from '../call/operation.ts'
import { lineSchema } from '../catalog/import/line-format.ts'
import { createCompressedFile } from './compression.ts'
import { ownFilesOnly } from './content-security-policy.ts'
import { errorPages } from './docs/error-pages.ts'
import { toMarkdown } from './docs/markdown.ts'
import { mcpRegistryEntry } from './docs/mcp-registry.ts'
import { packageFiles, servePackages } from './docs/packages.ts'
import { readContents, renderDocs } from './docs/page.ts'
import { type DocsPage, linksBetweenPages, sectionPages } from './docs/section-pages.ts'
import { impliedProblems } from './errors.ts'
import { inlineSchemas } from './named-schemas.ts'
import { describeApi } from './openapi.ts'
import { webApplicationFolder } from './web-application.ts'

/** Public: the machine-readable description under the base address, and the pages that show it. */
export function serveDocs(
  server: FastifyInstance,
  operations: readonly AnyOperation<never>[],
  { publicUrl, plans, packages = packagesFolder }: { publicUrl: string; plans: Plans; packages?: string },
): void {
  const { origin } = new URL(publicUrl)
  const description = once(() => JSON.stringify(describeApi(operations, { origin })))
  const contents = once(() => readContents(describeApi(operations, { origin, schemas: inlineSchemas }), origin, plans))
  const page = { path: '/docs', title: 'Prospector API', markup: () => renderDocs(contents()) }
  const whole = toPage(page, (markup) => linksBetweenPages(contents())(markup))
  const errors = errorPages(operations, { origin, impliedProblems }).map((one) => toPage(one))
  const sections = once(() => sectionPages(contents()).map((one) => toPage(one)))
  const files: (Content & { path: string })[] = [
    { path: `${basePath}/openapi.json`, type: 'application/json', text: description },
    // Programs that know only the origin look here first.
    { path: '/openapi.json', type: 'application/json', text: description },
    { path: '/robots.txt', type: 'text/plain', text: () => robots },
    { path: '/import.schema.json', type: 'application/schema+json', text: () => JSON.stringify(lineSchema, null, 2) },
    { path: '/docs/docs.css', type: 'text/css', text: () => readBeside('docs/docs.css') },
    { path: '/docs/docs.js', type: 'text/javascript', text: () => readBeside('docs/docs.js') },
    { path: '/docs/try.js', type: 'text/javascript', text: () => readBeside('docs/try.js') },
    { path: '/docs/server.json', type: 'application/json', text: () => mcpRegistryEntry(origin) },
    { path: '/llms.txt', type: 'text/plain', text: () => llmsIndex(origin, sections(), errors) },
    {
      path: '/llms-full.txt',
      type: 'text/plain',
      text: () => [whole, ...errors].map(({ markdown }) => markdown()).join('\n---\n\n'),
    },
  ]
  for (const file of files) serveFile(server, file)
  servePage(server, whole)
  serveSections(server, () => [...sections(), ...errors])
  servePackages(server, packages)
}

/** Made with the web application. */
const packagesFolder = join(webApplicationFolder, 'packages')

type Page = DocsPage & { markdown(): string }

function toPage({ markup, ...page }: DocsPage, link = (text: string) => text): Page {
  const rendered = once(markup)
  return { ...page, markup: rendered, markdown: once(() => toMarkdown(withMarkdownLinks(link(rendered())))) }
}

/** Links in Markdown lead to Markdown. */
const withMarkdownLinks = (markup: string): string =>
  markup.replaceAll(/href="(\/docs\/(?:guides|operations|errors)\/[\w-]+)"/g, 'href="$1.md"')

/** Made when somebody first asks: most processes are never asked for most of it. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A page, and the same as Markdown: at its address with `.md`, and for programs that ask for it. */
function servePage(server: FastifyInstance, { path, markup, markdown }: Page): void {
  const asMarkdown = { type: 'text/markdown', text: markdown }
  serveFile(server, { path: `${path}.md`, ...asMarkdown })
  serveFile(server, { path, type: 'text/html', text: markup }, asMarkdown)
}

/** Chapters, operations and errors: which there are is known once somebody asks. */
function serveSections(server: FastifyInstance, sections: () => Page[]): void {
  const served = once(() => {
    const files = sections().map((page): [string, [() => File, () => File]] => {
      const markdown = toFile({ type: 'text/markdown', text: page.markdown })
      return [page.path, [toFile({ type: 'text/html', text: page.markup }), markdown]]
    })
    return new Map(files)
  })
  for (const folder of ['guides', 'operations', 'errors']) {
    server.get<{ Params: { name: string } }>(`/docs/${folder}/:name`, async (request, reply) => {
      const [, name, ending] = /^(.*?)(\.md)?$/s.exec(request.params.name)!
      const found = served().get(`/docs/${folder}/${name}`)
      if (!found) throw problems.routeNotFound()
      const [usual, markdown] = found
      return sendFile(request, reply, ending ? markdown() : usual(), ending ? undefined : markdown)
    })
  }
}

/** As llmstxt.org proposes: what this is, and where to read on. */
const llmsIndex = (origin: string, sections: readonly Page[], errors: readonly Page[]): string => `# Prospector API

> Ecommerce stores and the people who work at them: search, enrichment, reveals for credits, events, webhooks and jobs, over REST and MCP.
> Test keys (psk_test_…) try everything over synthetic data without a plan.

- [OpenAPI description](${origin}${basePath}/openapi.json)
- MCP endpoint: ${origin}/mcp
- TypeScript client: npm install ${origin}${packageFiles.npm}
- Python client: pip install ${origin}${packageFiles.wheel}
- Nodes for n8n: ${origin}${packageFiles.n8n}
- [All guides and operations as one page](${origin}/docs.md)
- [Everything in one file](${origin}/llms-full.txt)

## Guides

${links(origin, sections, '/docs/guides/')}

## Operations

${links(origin, sections, '/docs/operations/')}

## Errors

${links(origin, errors, '/docs/errors/')}
`

const links = (origin: string, pages: readonly Page[], folder: string): string =>
  pages
    .filter(({ path }) => path.startsWith(folder))
    .map(({ path, title }) => `- [${title}](${origin}${path}.md)`)
    .join('\n')

/** The docs and the front page may be found. What needs a credential has nothing for a crawler. */
const robots = ['User-agent: *', ...['api', 'app', 'auth', 'mcp'].map((path) => `Disallow: /${path}/`), ''].join('\n')

/** The reply to `/` if no web application is served. */
export function redirectToDocs(server: FastifyInstance): void {
  server.get('/', async (_request, reply) => reply.redirect('/docs', 302))
}

const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

type Content = { type: string; text(): string }
type File = { type: string; etag: string; compressed: ReturnType<typeof createCompressedFile> }

function toFile({ type, text }: Content): () => File {
  let file: File | undefined
  return () => {
    if (file) return file
    const etag = `"${createHash('sha256').update(text()).digest('base64url').slice(0, 22)}"`
    file = { type, etag, compressed: createCompressedFile(text()) }
    return file
  }
}

const wantsMarkdown = (accept = ''): boolean => /(^|[ ,])text\/markdown\b/.test(accept) && !accept.includes('text/html')

/** `asMarkdown`: what programs get that ask for Markdown at the same address. */
function serveFile(
  server: FastifyInstance,
  { path, ...content }: Content & { path: string },
  asMarkdown?: Content,
): void {
  const usual = toFile(content)
  const markdown = asMarkdown && toFile(asMarkdown)
  server.get(path, (request, reply) => sendFile(request, reply, usual(), markdown))
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  usual: File,
  markdown: (() => File) | undefined,
): Promise<FastifyReply> {
  const { type, etag, compressed } = markdown && wantsMarkdown(request.headers.accept) ? markdown() : usual
  if (markdown) reply.header('Vary', 'Accept')
  reply
    .header('Cache-Control', 'public, max-age=300')
    .header('ETag', etag)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
  // Weak: a compressed reply has the same content in other bytes.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send()
  if (type === 'text/html') reply.header('Content-Security-Policy', ownFilesOnly({ formAction: "'none'" }))
  return reply.header('Content-Type', `${type}; charset=utf-8`).send(await compressed(request, reply))
}
