import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../base/html.ts'
import { problems } from '../base/problems.ts'
import { sendPage as sendPlainPage } from '../pages/layout.ts'
import { acceptedEncodings } from './accept-encoding.ts'
import { ownFilesOnly } from './content-security-policy.ts'
import { anyPath, patternOf } from './methods.ts'

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

/** The build, or what stands for it until the setup has made one, which it does while the first start goes on. */
export const openWebApplication = (folder: string): WebApplication =>
  readWebApplication(folder) ?? awaitWebApplication(folder)

type BuiltApplication = WebApplication & {
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/**
 * The build, ready to be served at `/`; null when there is none: the API works without it.
 * A file with a hash in its name never changes; the page that names it is asked for every time.
 */
export function readWebApplication(folder: string): BuiltApplication | null {
  const assets = findAssets(folder)
  const page = assets.get('/index.html')
  if (!page) return null
  assets.delete('/index.html')
  const icon = assets.get('/icon.svg')
  if (icon) assets.set('/favicon.ico', icon)
  const pagePaths = readPagePaths(folder)
  const patterns = pagePaths.map(patternOf)

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', contentSecurityPolicy)
      .header('Referrer-Policy', 'same-origin')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
    return send(request, reply, page!)
  }

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = ''] = request.url.split('?')
    const asset = assets.get(path)
    if (asset) return send(request, reply.header('Cache-Control', cachingOf(path)), asset)
    if (patterns.some((pattern) => pattern.test(path))) return sendPage(request, reply)
    // A person who mistyped an address gets a page that leads on; a program, or a script that is gone, the plain error.
    if (!isForPeople(request)) throw problems.routeNotFound()
    return sendPage(request, reply.status(404))
  }

  return {
    sendPage,
    answer,
    serve(server) {
      for (const path of [...assets.keys(), ...pagePaths, anyPath]) server.get(path, answer)
    },
  }
}

function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path === '/favicon.ico' ? 'public, max-age=86400' : 'public, max-age=300'
}

/** Looks at each request whether the build is there: it is moved into place when it is complete. */
function awaitWebApplication(folder: string): WebApplication {
  let built: BuiltApplication | null = null
  const find = (): BuiltApplication | null => {
    built ??= readWebApplication(folder)
    return built
  }
  return {
    sendPage: (request, reply) => find()?.sendPage(request, reply) ?? sendWaitingPage(reply),
    serve(server) {
      server.get(anyPath, async (request, reply) => {
        const application = find()
        if (application) return application.answer(request, reply)
        if (!isForPeople(request)) throw problems.routeNotFound()
        return sendWaitingPage(reply)
      })
    },
  }
}

const lookAgainSeconds = '2'

const sendWaitingPage = (reply: FastifyReply): FastifyReply =>
  sendPlainPage(reply.headers({ 'Retry-After': lookAgainSeconds, Refresh: lookAgainSeconds }), {
    title: 'Almost there',
    status: 503,
    body: html`<h1>Almost there</h1>
<p>The web application is being built, which takes some seconds, once. This page opens it as soon as it is there.</p>
<p class="below">The API answers already: <a href="/docs">documentation</a>. If this page stays, the terminal of the setup says why.</p>`,
  })

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

function findAssets(folder: string): Map<string, Asset> {
  try {
    return readAssets(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { body, compressed, type }: Asset): FastifyReply {
  reply.header('Content-Type', type).header('X-Content-Type-Options', 'nosniff').header('Vary', 'Accept-Encoding')
  const takesBrotli = acceptedEncodings(request.headers['accept-encoding']).includes('br')
  if (!compressed || !takesBrotli) return reply.send(body)
  return reply.header('Content-Encoding', 'br').send(compressed)
}
