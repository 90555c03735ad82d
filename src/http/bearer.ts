import type { FastifyRequest } from 'fastify'
import type { Sent } from '../access/credentials.ts'

/**
 * The Bearer credential, or null when none was sent. Two Authorization headers are an attempt at smuggling: nobody can
 * know which of them another party on the way has checked, so they read as a credential that is never valid.
 */
function readBearer(request: FastifyRequest): string | null {
  const sent = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization')
  if (sent.length > 1) return ''
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** The parts of a request that may hold a credential. */
export const whatWasSent = (request: FastifyRequest): Sent => ({
  method: request.method,
  headers: request.headers,
  bearer: readBearer(request),
})
