import { hashPassword } from '@better-auth/utils/password'
import type { Command } from 'commander'
import { type PasswordOwner, weaknessOf } from '../src/sign-in/passwords.ts'

/** For the person who is to have it. `password` in arguments.ts refuses what nobody may use, before anybody is looked up. */
export async function hashNewPassword(command: Command, password: string, owner: PasswordOwner): Promise<string> {
  const weakness = weaknessOf(password, owner)
  if (weakness) command.error(`error: --password: ${weakness}`)
  return hashPassword(password)
}
