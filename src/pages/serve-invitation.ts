import type { FastifyInstance } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../db/database.ts'
import { readOfferOf } from '../members/invitations.ts'
import { authPath } from '../sign-in/auth-options.ts'

/**
 * What an invitation offers, for somebody who has not signed in yet: its link names the inviter, the account and the address
 * it was sent to. Only the mail to that address holds the token, which nobody guesses; a POST, because a token does not
 * belong in an address that is logged. It answers in the form of the endpoints next to it.
 */
export function serveInvitation(server: FastifyInstance, { database, clock }: { database: Db; clock: Clock }): void {
  server.post(`${authPath}/invitation`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const token = tokenIn(request.body)
    const offer = token && (await readOfferOf(database, clock, token))
    if (!offer) {
      const message = 'This invitation has been used or withdrawn, or has expired.'
      return reply.code(404).send({ code: 'INVITATION_OVER', message })
    }
    return {
      account_id: offer.accountId,
      account_name: offer.accountName,
      inviter_name: offer.inviterName,
      email: offer.email,
      role: offer.role,
    }
  })
}

function tokenIn(body: unknown): string | null {
  try {
    const { token } = JSON.parse(String(body)) as { token?: unknown }
    return typeof token === 'string' && /^[A-Za-z0-9]{1,128}$/.test(token) ? token : null
  } catch {
    return null
  }
}
