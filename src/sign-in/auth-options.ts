import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { ReadGrantedScopes } from '../oauth/grants.ts'
import type { PasswordHasher } from './hashing.ts'
import type { PatientMailer } from './send-mails.ts'

export type AuthOptions = {
  database: Database
  authSecret: Buffer
  publicUrl: string
  mailer: Pick<PatientMailer, 'send'>
  log: Logger
  /** Makes an account in status `none`, with its ledger, for a person who belongs to none. */
  openAccount(name: string, ownerId: string): Promise<string>
  /** The account that a new session of this person begins in; null while they belong to none. */
  firstAccountOf(userId: string): Promise<string | null>
  /** Whether this token is of an invitation that was sent to this email and can still be accepted. */
  isInvited(token: string, email: string): Promise<boolean>
  joinAtSignUp(token: string, userId: string): Promise<string | null>
  /** A session that is not used for this many days ends. */
  sessionIdleDays?: number | undefined
  /** Ends what a person granted to integrations, in every account. */
  endConnections(userId: string): Promise<void>
  /** Every account this person belongs to: each one's audit log records their sign-ins. */
  accountsOf(userId: string): Promise<string[]>
  /** Unset: scrypt, few at a time. */
  hashing: PasswordHasher
  /** The scopes that a person grants an integration now. */
  readGrantedScopes: ReadGrantedScopes
}

export const authPath = '/auth'
/** `__Host-` binds a cookie to this very host: no other name below the same domain can set one that we would take. */
export const cookiePrefixAt = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? '__Host-prospector' : 'prospector'

/** The secret of cookies, links and signing keys; derived, so that it can't be confused with any other use of AUTH_SECRET. */
export const signInSecret = (authSecret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector sign-in', 32)).toString('base64')
