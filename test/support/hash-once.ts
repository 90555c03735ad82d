import { hashPassword, verifyPassword } from '@better-auth/utils/password'
import type { PasswordHasher } from '../../src/sign-in/hashing.ts'

/** A hash is slow on purpose, and most people of tests have the same password: each is computed once in a process. */
const known = new Map<string, Promise<unknown>>()

function once<T>(key: string, compute: () => Promise<T>): Promise<T> {
  const found = (known.get(key) as Promise<T> | undefined) ?? compute()
  known.set(key, found)
  return found
}

export const hashOnce: PasswordHasher = {
  hash: (password) => once(`hash ${password}`, () => hashPassword(password)),
  verify: ({ hash, password }) => once(`verify ${hash} ${password}`, () => verifyPassword(hash, password)),
}
