/** Who may see a page of the console, and who may act there. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCookie } from '../admission/credentials.ts'
import { bodyBytesMax } from '../base/bounds.ts'
import { type Html, html } from '../base/html.ts'
import { problems } from '../base/problems.ts'
import type { CallerOrigin } from '../call/operation.ts'
import { csvLine } from '../http/csv.ts'
import { toProblem } from '../http/errors.ts'
import { originOf } from '../http/rest.ts'
import { refuseUnstorableText } from '../http/validation.ts'
import { sendPage } from '../pages/layout.ts'
import { readForm } from '../pages/sign-in-page.ts'
import { isFromOwnPages } from '../sign-in/own-pages.ts'
import type { OperatorCaller } from './caller.ts'
import { consoleStyles } from './console-styles.ts'
import { type OperatorSession, sessionMinutes, useSession } from './operator-sessions.ts'
import { hasOperators, type Operator } from './operators.ts'
import { alert } from './page-parts.ts'
import { actorOf, type SignInParts } from './sign-in-steps.ts'

export type ConsoleParts = SignInParts & { publicUrl: string }

/** An operator who has shown both factors. */
export type Visitor = {
  operator: Operator
  session: OperatorSession
  token: string
  from: CallerOrigin
  requestId: string
}

/** Rows to open in a spreadsheet. */
type ConsoleFile = { name: string; rows: readonly (readonly string[])[] }

export type ConsolePage = { title: string; body: Html; status?: number }

type Next = { to: string; cookies: string[] }

export const consolePath = '/operator'

/** In the order of the header. */
const places: readonly (readonly [path: string, name: string])[] = [
  [`${consolePath}/today`, 'Today'],
  [`${consolePath}/accounts`, 'Accounts'],
  [`${consolePath}/catalogue`, 'Catalogue'],
  [`${consolePath}/requests`, 'Requests'],
  [`${consolePath}/billing`, 'Billing'],
  [`${consolePath}/plans`, 'Plans'],
  [`${consolePath}/reports`, 'Reports'],
  [`${consolePath}/system`, 'System'],
  [`${consolePath}/runbook`, 'Runbook'],
  [`${consolePath}/log`, 'Log'],
  [`${consolePath}/you`, 'You'],
]

export type Console = {
  scope: FastifyInstance
  /** A page for operators. Everybody else is led to the sign-in. */
  page(path: string, show: (visitor: Visitor, request: FastifyRequest) => Promise<ConsolePage>): void
  /** A table for operators to download, as CSV. */
  file(path: string, write: (visitor: Visitor, request: FastifyRequest) => Promise<ConsoleFile>): void
  /** What a form of such a page does: leads on to the path that it returns, with the cookies that it sets, or shows a page. */
  act(
    path: string,
    run: (visitor: Visitor, given: URLSearchParams, request: FastifyRequest) => Promise<string | Next | ConsolePage>,
  ): void
  callerOf(visitor: Visitor, once: string | null): OperatorCaller
  /** Somebody who has shown the password and nothing else. */
  readHalf(request: FastifyRequest): Promise<{ session: OperatorSession; token: string } | null>
  setCookie(reply: FastifyReply, token: string | null): void
  /** Whether the form came from the page that it was given to. */
  isOwnForm(request: FastifyRequest, token: string): boolean
}

/** Everything under /operator. Without an operator there is nothing: a plain 404. */
export function openConsole(server: FastifyInstance, parts: ConsoleParts, serve: (console: Console) => void): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', async () => {
      if (!(await hasOperators(parts.database))) throw problems.routeNotFound()
    })
    scope.addHook('preHandler', async (request) => {
      for (const part of [request.params, request.query, Object.fromEntries(readForm(request))])
        refuseUnstorableText(part)
    })
    scope.setErrorHandler((error, request, reply) => {
      const problem = toProblem(error)
      if (problem.code === 'route_not_found') throw error
      if (problem.status >= 500 && problem !== error) request.log.error({ err: error }, problem.code)
      return sendPage(reply, problemPage(problem.message, problem.status, request.id))
    })
    serve(createConsole(scope, parts))
  })
}

const problemPage = (message: string, status: number, requestId: string) => ({
  title: 'Something went wrong',
  status,
  body: html`<h1>Something went wrong</h1>${alert(message)}<p class="quiet">Request ${requestId}</p>
    <p class="below"><a href="${consolePath}">Back to the console</a></p>`,
})

function createConsole(scope: FastifyInstance, parts: ConsoleParts): Console {
  const { database, clock, publicUrl } = parts
  const ownOrigin = new URL(publicUrl).origin
  const isSecure = publicUrl.startsWith('https://')
  const cookieName = `${isSecure ? '__Secure-' : ''}prospector-operator`

  async function readSession(request: FastifyRequest) {
    const presented = findCookie(request.headers.cookie, cookieName)
    const session = presented === null ? null : await useSession(database, clock, presented)
    return session && { session, token: formTokenOf(presented!) }
  }

  async function readVisitor(request: FastifyRequest): Promise<Visitor | null> {
    const found = await readSession(request)
    if (!found || found.session.isHalf) return null
    return { ...found, operator: found.session.operator, from: originOf(request), requestId: request.id }
  }

  const isOwnForm: Console['isOwnForm'] = (request, token) =>
    isFromOwnPages('POST', request.headers, ownOrigin) && isSame(readForm(request).get('token') ?? '', token)

  return {
    scope,
    page: (path, show) => {
      scope.get(path, async (request, reply) => {
        const visitor = await readVisitor(request)
        if (!visitor) return reply.redirect(`${consolePath}/sign-in`, 303)
        return sendConsolePage(reply, visitor, path, await show(visitor, request))
      })
    },
    file: (path, write) => {
      scope.get(path, async (request, reply) => {
        const visitor = await readVisitor(request)
        if (!visitor) return reply.redirect(`${consolePath}/sign-in`, 303)
        return sendFile(reply, await write(visitor, request))
      })
    },
    act: (path, run) => {
      scope.post(path, async (request, reply) => {
        const visitor = await readVisitor(request)
        if (!visitor) return reply.redirect(`${consolePath}/sign-in`, 303)
        if (!isOwnForm(request, visitor.token)) return sendConsolePage(reply, visitor, path, notOurs)
        const next = await run(visitor, readForm(request), request)
        if (typeof next === 'string') return reply.redirect(next, 303)
        if ('to' in next) return reply.header('Set-Cookie', next.cookies).redirect(next.to, 303)
        return sendConsolePage(reply, visitor, path, next)
      })
    },
    callerOf: ({ operator, from, requestId }, once) => ({ actor: actorOf(operator), from, requestId, once }),
    readHalf: async (request) => {
      const found = await readSession(request)
      return found?.session.isHalf ? found : null
    },
    setCookie: (reply, token) => {
      const seconds = token === null ? 0 : sessionMinutes.longest * 60
      const flags = ['HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ')
      reply.header('Set-Cookie', `${cookieName}=${token ?? ''}; Path=${consolePath}; Max-Age=${seconds}; ${flags}`)
    },
    isOwnForm,
  }
}

const notOurs: ConsolePage = {
  title: 'Not done',
  status: 403,
  body: html`<h1>Not done</h1>${alert('This form was not sent from a page of this session. Nothing was changed. Go back, load the page again and repeat it.')}`,
}

function sendConsolePage(reply: FastifyReply, visitor: Visitor, path: string, page: ConsolePage): FastifyReply {
  return sendPage(reply, {
    ...page,
    brand: 'Prospector operator',
    wide: { header: header(visitor, path), styles: consoleStyles },
  })
}

const sendFile = (reply: FastifyReply, { name, rows }: ConsoleFile): FastifyReply =>
  reply
    .headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .send(rows.map(csvLine).join(''))

const header = (
  { operator, token }: Visitor,
  path: string,
): Html => html`<a class="skip" href="#main">Skip to content</a>
  <header class="bar"><p class="brand">Prospector operator</p>
    <nav aria-label="Console">${places.map(([place, name]) => {
      const isHere = path === place || path.startsWith(`${place}/`)
      return html`<a href="${place}"${isHere && { markup: ' aria-current="page"' }}>${name}</a>`
    })}</nav>
    <form method="post" action="${consolePath}/sign-out"><span class="quiet">${operator.name}</span>
      <input type="hidden" name="token" value="${token}"><button class="second">Sign out</button></form>
  </header>`

/** Derived from the cookie, which no other page can read, so nothing has to be stored. */
const formTokenOf = (sessionToken: string): string => hash('sha256', `operator form ${sessionToken}`, 'base64url')

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
