import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../base/problems.ts'
import { acceptedEncodings } from './accept-encoding.ts'
import { ownFilesOnly } from './content-security-policy.ts'
import { anyPath } from './methods.ts'

/** Where the build of `web/` lies; `npm start` makes it. */
export const webApplicationFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Forms are never submitted by the browser; the application sends its own requests. */
const contentSecurityPolicy = ownFilesOnly({ formAction: "'self'" })

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

type Asset = { body: Buffer; compressed: Buffer | undefined; type: string }

/** Everything is read once, at the start: the build is under two megabytes, and holds what compresses in both forms. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = mediaTypes[extname(file.name)]
    if (!file.isFile() || !type) continue
    const path = `${file.parentPath}/${file.name}`
    const body = readFileSync(path)
    assets.set(`/${path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`, {
      body,
      type,
      compressed: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined,
    })
  }
  return assets
}

type WebApplication = {
  /** Answers with the one page that every address of the application shares. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply
  serve(server: FastifyInstance): void
}

/**
 * The build, ready to be served at `/`; null when there is none: the API works without it.
 * A file with a hash in its name never changes; the page that names it is asked for every time.
 */
export function readWebApplication(folder: string): WebApplication | null {
  const assets = findAssets(folder)
  const page = assets?.get('/index.html')
  if (!assets || !page) return null
  assets.delete('/index.html')

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', contentSecurityPolicy)
      .header('Referrer-Policy', 'same-origin')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
    return send(request, reply, page!)
  }

  return {
    sendPage,
    serve(server) {
      for (const [path, asset] of assets) {
        const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
        server.get(path, (request, reply) => send(request, reply.header('Cache-Control', caching), asset))
      }
      const icon = assets.get('/icon.svg')
      if (icon) {
        const caching = 'public, max-age=86400'
        server.get('/favicon.ico', (request, reply) => send(request, reply.header('Cache-Control', caching), icon))
      }
      for (const path of readPagePaths(folder)) server.get(path, sendPage)
      // A person who mistyped an address gets a page that leads on; a program, or a script that is gone, the plain error.
      server.get(anyPath, async (request, reply) => {
        if (!isForPeople(request)) throw problems.routeNotFound()
        return sendPage(request, reply.status(404))
      })
    },
  }
}

/**
 * The addresses of the application, which its build lists: exactly these answer with its page, and everything else stays
 * the server's to answer. `/sign-in` is not among them: it is the server's own where an integration sends people to it.
 */
function readPagePaths(folder: string): string[] {
  const listed = JSON.parse(readFileSync(`${folder}/pages.json`, 'utf8')) as string[]
  return listed.filter((path) => path !== '/sign-in').map((path) => path.replaceAll('$', ':'))
}

const notForPeople = /^\/(api|app|auth|oauth|mcp|webhooks|assets|\.well-known)(\/|$)/

const isForPeople = ({ url, headers }: FastifyRequest): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') && !notForPeople.test(url)

function findAssets(folder: string): Map<string, Asset> | undefined {
  try {
    return readAssets(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { body, compressed, type }: Asset): FastifyReply {
  reply.header('Content-Type', type).header('X-Content-Type-Options', 'nosniff').header('Vary', 'Accept-Encoding')
  const takesBrotli = acceptedEncodings(request.headers['accept-encoding']).includes('br')
  if (!compressed || !takesBrotli) return reply.send(body)
  return reply.header('Content-Encoding', 'br').send(compressed)
}
