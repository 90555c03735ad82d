import { hashPassword, verifyPassword } from '@better-auth/utils/password'
import { createPlaceQueue, type Places } from '../base/process-places.ts'

/** A few seconds' worth. Callers who would wait longer get a 503, so that a burst can't pile up. */
const waitingMax = 30

export type PasswordHasher = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/**
 * Password hashing with a bound for the whole process: it runs on the few threads that files, name lookups and compression
 * share, so it may never take all of them. A burst of sign-ins slows sign-in down, and nothing else.
 */
export function createHashing(places: Places): PasswordHasher {
  const queue = createPlaceQueue(places, { waitingMax, whenFull: tooManyAtOnce })

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await queue.take()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: ({ hash, password }) => inTurn(() => verifyPassword(hash, password)),
  }
}

/** More wait for their turn than will be served soon. */
export class TooManySignIns extends Error {
  readonly retryAfterSeconds = 5
}

const tooManyAtOnce = () =>
  new TooManySignIns('Too many people are signing in at the moment. Please try again in a few seconds.')
