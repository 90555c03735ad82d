import type { FastifyInstance } from 'fastify'
import { type ConsoleParts, consolePath, openConsole } from './console.ts'
import { serveOperatorSignIn } from './serve-sign-in.ts'
import { serveLog, serveYou } from './serve-you.ts'

/** The operator's console: plain pages without a script. */
export function serveConsole(server: FastifyInstance, parts: ConsoleParts): void {
  openConsole(server, parts, (site) => {
    serveOperatorSignIn(site, parts)
    site.scope.get(consolePath, async (_request, reply) => reply.redirect(`${consolePath}/you`, 303))
    serveYou(site, parts)
    serveLog(site, parts)
  })
}
