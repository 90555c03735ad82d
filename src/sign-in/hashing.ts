import { hashPassword, verifyPassword } from '@better-auth/utils/password'
import { APIError } from 'better-auth/api'

/** Hashing runs on the few threads that files and name lookups share, so it may never take all of them. */
const atOnceMax = 2
/** A few seconds' worth. Callers who would wait longer are told to come back, so that a burst can't pile up. */
const waitingMax = 30

export type Hashing = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** Password hashing with a bound: a burst of sign-ins slows sign-in down, and nothing else. */
export function createHashing(): Hashing {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw tooManyAtOnce()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: ({ hash, password }) => inTurn(() => verifyPassword(hash, password)),
  }
}

function tooManyAtOnce(): APIError {
  const message = 'Too many people are signing in at the moment. Please try again in a few seconds.'
  return new APIError('SERVICE_UNAVAILABLE', { code: 'TOO_MANY_SIGN_INS', message }, { 'Retry-After': '5' })
}
