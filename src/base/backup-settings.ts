import { resolve } from 'node:path'
import { readSchedule } from './schedule.ts'

export type S3Settings = { url: string; region: string; accessKey: string; secretKey: string }

/** How many are kept: the last of each of this many days, weeks and months that have one. */
export type KeepRule = { daily: number; weekly: number; monthly: number }

/** Backups that Prospector makes. */
export type MadeBackups = {
  /** Null: only by command. */
  schedule: string | null
  place: { folder: string } | { s3: S3Settings }
  /** The first one encrypts; any of them decrypts. */
  keys: Buffer[]
  keep: KeepRule
}

/** Backups that a tool of the operator makes: it touches the file when one is done. */
type CheckedBackups = { schedule: string; checkFile: string }

export type BackupSettings = MadeBackups | CheckedBackups

type Reader = {
  read(name: string): string | null
  readUrl(name: string, protocols: string[]): string | null
  fault(message: string): null
}

const places = ['BACKUP_DIR', 'BACKUP_S3_URL', 'BACKUP_CHECK_FILE']

/** Null: nothing is backed up, or something is wrong and was said. */
export function readBackups(reader: Reader, keys: Buffer[], folder: string): BackupSettings | null {
  const { read, fault } = reader
  const schedule = readGivenSchedule(reader)
  const keep = readKeepRule(reader)
  const given = places.filter((name) => read(name) !== null)
  const pathOf = (name: string) => resolve(folder, read(name)!)
  if (given.length > 1) return fault(`Set one of ${given.join(' and ')}, not both.`)
  if (given.length === 0) {
    const alone = ['BACKUP_SCHEDULE', 'BACKUP_KEEP', 'BACKUP_S3_ACCESS_KEY'].find((name) => read(name) !== null)
    return alone === undefined
      ? null
      : fault(`${alone} is set, but neither BACKUP_DIR nor BACKUP_S3_URL says where to.`)
  }
  if (given[0] === 'BACKUP_CHECK_FILE') {
    if (read('BACKUP_SCHEDULE') === null)
      return fault('BACKUP_CHECK_FILE is set, but BACKUP_SCHEDULE does not say how often it should be touched.')
    return schedule === null ? null : { schedule, checkFile: pathOf('BACKUP_CHECK_FILE') }
  }
  const s3 = given[0] === 'BACKUP_S3_URL' ? readS3(reader) : null
  if (read('BACKUP_KEY') === null) {
    return fault(
      `${given[0]} is set, but BACKUP_KEY is missing: 32 random bytes in base64 (openssl rand -base64 32). Keep a copy elsewhere.`,
    )
  }
  if (keep === null || (given[0] === 'BACKUP_S3_URL' && s3 === null)) return null
  return { schedule, place: s3 ? { s3 } : { folder: pathOf('BACKUP_DIR') }, keys, keep }
}

function readGivenSchedule({ read, fault }: Reader): string | null {
  const text = read('BACKUP_SCHEDULE')
  if (text === null) return null
  const schedule = readSchedule(text)
  if (schedule !== null) return schedule
  return fault(`BACKUP_SCHEDULE must be "daily 03:00", or five fields of cron such as "0 3 * * *"; it is "${text}".`)
}

/** How many days, weeks and months have a backup, unless BACKUP_KEEP says otherwise. What is chosen by it: `backups/keep.ts`. */
export const keepDefault: KeepRule = { daily: 7, weekly: 4, monthly: 12 }

/** As BACKUP_KEEP has it. */
export const written = ({ daily, weekly, monthly }: KeepRule): string => [daily, weekly, monthly].join(',')

function readKeepRule({ read, fault }: Reader): KeepRule | null {
  const text = read('BACKUP_KEEP')
  if (text === null) return keepDefault
  const found = /^(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})$/.exec(text)
  const [daily = 0, weekly = 0, monthly = 0] = (found ?? []).slice(1).map(Number)
  if (daily > 0) return { daily, weekly, monthly }
  return fault(
    `BACKUP_KEEP must be days, weeks and months, such as ${written(keepDefault)}, with at least one day; it is "${text}".`,
  )
}

/** Buckets are named in the path, which every S3-compatible service understands. */
function readS3({ read, readUrl, fault }: Reader): S3Settings | null {
  const text = readUrl('BACKUP_S3_URL', ['https:', 'http:'])
  if (text === null) return null
  const { origin, host, pathname, search, username } = new URL(text)
  const path = pathname.replace(/\/+$/, '')
  if (!/^(\/[\w.-]+)+$/.test(path) || search || username)
    return fault('BACKUP_S3_URL must name a bucket, and a folder in it if you like: https://HOST/BUCKET/FOLDER.')
  const [accessKey, secretKey] = [read('BACKUP_S3_ACCESS_KEY'), read('BACKUP_S3_SECRET_KEY')]
  if (accessKey === null || secretKey === null)
    return fault('BACKUP_S3_URL is set, but BACKUP_S3_ACCESS_KEY or BACKUP_S3_SECRET_KEY is missing.')
  const region = read('BACKUP_S3_REGION') ?? /^s3[.-]([\w-]+)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1'
  return { url: `${origin}${path}`, region, accessKey, secretKey }
}
