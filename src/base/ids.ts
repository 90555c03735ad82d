import { randomBytes } from 'node:crypto'
import { rawSql, type Sql, sql } from './sql.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base62 = `0123456789${letters}`

/** Random bytes are bought in bulk: one call to the cryptographic source serves hundreds of ids. */
let pool = Buffer.alloc(0)
let used = 0

function nextByte(): number {
  if (used === pool.length) {
    pool = randomBytes(8192)
    used = 0
  }
  return pool[used++]!
}

/** Bytes at or above the largest multiple of the alphabet's length are thrown away, so every character is equally likely. */
function random(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < fair) text += alphabet[byte % alphabet.length]
  }
  return text
}

export const randomLetters = (length: number): string => random(letters, length)
export const randomBase62 = (length: number): string => random(base62, length)

/** Ids show whether an object belongs to a live or a test account. */
export type Mode = 'live' | 'test'

const testAccountPrefix = 'acc_test_'
export const modeOf = (accountId: string): Mode => (accountId.startsWith(testAccountPrefix) ? 'test' : 'live')
/** The same in SQL. */
export const isTestAccount = (accountId: Sql): Sql =>
  sql`starts_with(${accountId}, ${rawSql(`'${testAccountPrefix}'`)})`

/** How API keys begin; the pattern of either, for regular expressions. */
export const keyPrefixOf = (mode: Mode): string => `psk_${mode}_`
export const keyPrefixPattern = `(?:${keyPrefixOf('live')}|${keyPrefixOf('test')})`

export const newContactId = (): string => `ct_live_${randomLetters(16)}`
export const newStoreId = (): string => `st_live_${randomLetters(16)}`
export const newAccountId = (): string => `acc_${randomBase62(20)}`
export const newTestAccountId = (): string => testAccountPrefix + randomBase62(20)
export const newKeyId = (): string => `key_${randomBase62(20)}`
export const newEntryId = (): string => `ent_${randomBase62(20)}`
export const newJobId = (): string => `job_${randomBase62(20)}`
export const newUserId = (): string => `usr_${randomBase62(20)}`
export const newRequestId = (): string => `req_${randomBase62(24)}`

export const contactIdPattern = '^ct_[A-Za-z]+_[A-Za-z]{16}$'
export const storeIdPattern = '^st_[A-Za-z]+_[A-Za-z]{16}$'
