import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Plans } from '../accounts/plan.ts'
import { basePath } from '../base/api-paths.ts'
import type { AnyOperation } from '../call/operation.ts'
import { lineSchema } from '../catalog/import/line-format.ts'
import { createCompressedFile } from './compression.ts'
import { ownFilesOnly } from './content-security-policy.ts'
import { renderDocs } from './docs/page.ts'
import { inlineSchemas } from './named-schemas.ts'
import { describeApi } from './openapi.ts'

/** Public: the machine-readable description under the base address, and the page that shows it. */
export function serveDocs(
  server: FastifyInstance,
  operations: readonly AnyOperation<never>[],
  { publicUrl, plans }: { publicUrl: string; plans: Plans },
): void {
  const { origin } = new URL(publicUrl)
  const description = () => JSON.stringify(describeApi(operations, { origin }))
  const page = () => renderDocs(describeApi(operations, { origin, schemas: inlineSchemas }), origin, plans)
  const files: ServedFile[] = [
    { path: `${basePath}/openapi.json`, type: 'application/json', write: description },
    // Programs that know only the origin look here first.
    { path: '/openapi.json', type: 'application/json', write: description },
    { path: '/robots.txt', type: 'text/plain', write: () => robots },
    { path: '/import.schema.json', type: 'application/schema+json', write: () => JSON.stringify(lineSchema, null, 2) },
    { path: '/docs', type: 'text/html', write: page },
    { path: '/docs/docs.css', type: 'text/css', write: () => readBeside('docs/docs.css') },
    { path: '/docs/docs.js', type: 'text/javascript', write: () => readBeside('docs/docs.js') },
  ]
  for (const file of files) serveFile(server, file)
}

/** The docs and the front page may be found. What needs a credential has nothing for a crawler. */
const robots = ['User-agent: *', ...['api', 'app', 'auth', 'mcp'].map((path) => `Disallow: /${path}/`), ''].join('\n')

/** The reply to `/` if no web application is served. */
export function redirectToDocs(server: FastifyInstance): void {
  server.get('/', async (_request, reply) => reply.redirect('/docs', 302))
}

const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

type ServedFile = { path: string; type: string; write(): string }

/** Written when it is first asked for: a start does not wait for pages that few people read. */
function serveFile(server: FastifyInstance, { path, type, write }: ServedFile): void {
  const make = () => {
    const text = write()
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    return { etag, compressed: createCompressedFile(text) }
  }
  let made: ReturnType<typeof make> | undefined
  server.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= make()
    const { etag, compressed } = made
    reply
      .header('Cache-Control', 'public, max-age=300')
      .header('ETag', etag)
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'no-referrer')
    // Weak: a compressed reply has the same content in other bytes.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send()
    if (type === 'text/html') reply.header('Content-Security-Policy', ownFilesOnly({ formAction: "'none'" }))
    return reply.header('Content-Type', `${type}; charset=utf-8`).send(await compressed(request, reply))
  })
}
