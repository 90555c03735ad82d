import type { FastifyRequest } from 'fastify'
import type { CredentialSource } from '../admission/credentials.ts'

/**
 * The Bearer credential, or null when none was sent. Two Authorization headers are an attempt at smuggling: nobody can
 * know which of them another party on the way has checked, so they read as a credential that is never valid.
 */
function readBearer(request: FastifyRequest): string | null {
  if (countHeaders(request.raw.rawHeaders, 'authorization') > 1) return ''
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** `rawHeaders` alternates names and values. */
function countHeaders(rawHeaders: string[], wanted: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === wanted.length && name.toLowerCase() === wanted) count += 1
  }
  return count
}

/** The parts of a request that may hold a credential. */
export const whatWasSent = (request: FastifyRequest): CredentialSource => ({
  method: request.method,
  headers: request.headers,
  bearer: readBearer(request),
})
