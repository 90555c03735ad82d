import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { portDefault } from './api-paths.ts'
import { type BackupSettings, readBackups } from './backup-settings.ts'
import { faultOfDatabaseUrl } from './database-url.ts'
import { changesKeptDaysDefault } from './kept-days.ts'
import { type PrivacySettings, readPrivacy } from './privacy-settings.ts'
import { createSettingReader, type Environment } from './setting-reader.ts'

export type TraceSettings = {
  /** Where spans are posted, as JSON by OTLP. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces that begin here and are kept. A caller's trace is kept when the caller keeps it. */
  sampleRatio: number
}

/** California's deletion lists: where the platform is, and the keys that it gave the operator. */
export type DropSettings = { url: string; apiKey: string | null; sandboxApiKey: string | null }

/** Everything the environment decides, read once and passed on as values. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** As the role that owns the tables, where that is not the one in `databaseUrl`. */
  migrateDatabaseUrl: string | null
  replicaUrl: string | null
  dataDir: string
  /** Null only with the embedded database, which generates them into `dataDir`. */
  authSecret: Buffer | null
  channelKeys: Buffer[] | null
  /** The payment provider. */
  billing: (typeof billingChoices)[number]
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null; automaticTax: boolean } | null
  smtpUrl: string | null
  /** Whose X-Forwarded-For is believed: addresses and networks. */
  trustedProxies: string[]
  /** A session that is not used for this many days ends; it ends after `sessionDays.max` in any case. */
  sessionIdleDays: number
  /** How long changes of stores are kept. */
  changesKeptDays: number
  /** Whether OAuth clients may register themselves. */
  oauthRegistration: boolean
  /** The origins whose pages may call the API; null: any. */
  corsOrigins: string[] | null
  /** How many threads answer requests. */
  threads: number
  /** How long a node that was asked to stop goes on answering, so that load balancers notice first. */
  drainSeconds: number
  /** Where Prometheus reads, on loopback; null: nowhere. */
  metricsPort: number | null
  /** Where OpenTelemetry traces are sent; null: nowhere. */
  traces: TraceSettings | null
  logLevel: LogLevel
  demo: boolean
  /** Null: no privacy centre. */
  privacy: PrivacySettings | null
  drop: DropSettings
  /** The first one encrypts backups; any of them decrypts. Empty: unset, which is enough for files that are not encrypted. */
  backupKeys: Buffer[]
  /** Null: nobody makes or checks backups. */
  backups: BackupSettings | null
}

/** A session ends this many days after it began, whatever happens, and earlier when it is not used; that is a setting. */
export const sessionDays = { max: 30, idleDefault: 14 }
export const drainSecondsDefault = 5

export const billingChoices = ['stripe', 'sandbox', 'off'] as const

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** All that is wrong with the settings, at once and in plain words. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[], heading = 'These settings are invalid') {
    super(`${heading}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

export function readConfig(environment: Environment = process.env, folder: string = process.cwd()): Config {
  const { faults, fault, read, readUrl, readInteger, readFlag, readKeys, readNetworks } =
    createSettingReader(environment)

  const databaseUrl = readDatabaseUrl('DATABASE_URL')
  const embedded = read('DATABASE_URL') === null
  const port = readInteger('PORT', portDefault, 0, 65_535)
  const dataDir = read('DATA_DIR') ?? '.prospector'

  function readDatabaseUrl(name: string): string | null {
    const text = read(name)
    const wrong = text === null ? null : faultOfDatabaseUrl(text)
    return wrong === null ? text : fault(`${name} ${wrong}`)
  }

  function readSecrets(name: string, most: number): Buffer[] | null {
    if (read(name) !== null) return readKeys(name, most)
    return embedded
      ? null
      : fault(`${name} is required with DATABASE_URL: 32 random bytes in base64 (openssl rand -base64 32).`)
  }

  function readStripe(): Config['stripe'] {
    const [secretKey, webhookSecret] = [read('STRIPE_SECRET_KEY'), read('STRIPE_WEBHOOK_SECRET')]
    const apiBase = readUrl('STRIPE_API_BASE', ['https:', 'http:'])
    if (secretKey === null && webhookSecret === null) {
      return apiBase === null ? null : fault('STRIPE_API_BASE is set, but STRIPE_SECRET_KEY is missing.')
    }
    if (secretKey === null) return fault('STRIPE_SECRET_KEY is missing, but STRIPE_WEBHOOK_SECRET is set.')
    if (webhookSecret === null) return fault('STRIPE_WEBHOOK_SECRET is missing, but STRIPE_SECRET_KEY is set.')
    if (!/^[sr]k_\S+$/.test(secretKey)) fault('STRIPE_SECRET_KEY must be a secret key: it starts with sk_ or rk_.')
    if (!/^whsec_\S+$/.test(webhookSecret)) fault('STRIPE_WEBHOOK_SECRET must start with whsec_.')
    return { secretKey, webhookSecret, apiBase, automaticTax: readFlag('STRIPE_AUTOMATIC_TAX', false) }
  }

  function readLogLevel(): LogLevel {
    const text = (read('LOG_LEVEL') ?? 'info').toLowerCase()
    const level = logLevels.find((known) => known === text)
    if (!level) fault(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${text}".`)
    return level ?? 'info'
  }

  if (embedded && read('MIGRATE_DATABASE_URL') !== null)
    fault('MIGRATE_DATABASE_URL is set, but DATABASE_URL is missing.')
  const stripe = readStripe()
  const demo = readFlag('DEMO', embedded)
  const backupKeys = read('BACKUP_KEY') === null ? [] : (readKeys('BACKUP_KEY', 8) ?? [])
  const publicUrl = (readUrl('PUBLIC_URL', ['https:', 'http:']) ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const config: Config = {
    port,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl,
    databaseUrl,
    migrateDatabaseUrl: readDatabaseUrl('MIGRATE_DATABASE_URL'),
    replicaUrl: readDatabaseUrl('DATABASE_REPLICA_URL'),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(folder, dataDir),
    authSecret: readSecrets('AUTH_SECRET', 1)?.[0] ?? null,
    channelKeys: readSecrets('CHANNEL_KEY', 8),
    trustedProxies: readNetworks('TRUSTED_PROXIES'),
    billing: readBilling(read('BILLING'), stripe, demo, fault),
    stripe,
    sessionIdleDays: readInteger('SESSION_IDLE_DAYS', sessionDays.idleDefault, 1, sessionDays.max),
    changesKeptDays: readInteger('CHANGES_KEPT_DAYS', changesKeptDaysDefault, 1, 36_500),
    smtpUrl: readUrl('SMTP_URL', ['smtp:', 'smtps:']),
    threads: readInteger('THREADS', defaultThreads(embedded), 1, 64),
    drainSeconds: readInteger('DRAIN_SECONDS', drainSecondsDefault, 0, 300),
    metricsPort: read('METRICS_PORT') === null ? null : readInteger('METRICS_PORT', 0, 1, 65_535),
    traces: readTraces(readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']), read, fault),
    logLevel: readLogLevel(),
    demo,
    privacy: readPrivacy({ read, readFlag, fault }, folder, publicUrl),
    drop: readDrop(readUrl('DROP_URL', ['https:', 'http:']), read, fault),
    oauthRegistration: readRegistration(read('OAUTH_REGISTRATION'), demo, fault),
    corsOrigins: readOrigins(read('CORS_ORIGINS'), fault),
    backupKeys,
    backups: readBackups({ read, readUrl, fault }, backupKeys, folder),
  }
  const others = [config.authSecret, ...(config.channelKeys ?? [])]
  if (backupKeys.some((key) => others.some((one) => one?.equals(key))))
    fault('BACKUP_KEY must be a key of its own: it is the same as AUTH_SECRET or CHANNEL_KEY.')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Only Linux spreads the connections of one port over several threads. */
export const canSharePort = process.platform === 'linux'

/** Beyond four, the database's connections are a better use of memory; an embedded database needs half of the cores itself. */
export const threadsMax = 4
function defaultThreads(embedded: boolean): number {
  const cores = canSharePort ? availableParallelism() : 1
  return Math.min(threadsMax, Math.max(1, embedded ? Math.floor(cores / 2) : cores))
}

type Fault = (message: string) => null

function readDrop(given: string | null, read: (name: string) => string | null, fault: Fault): DropSettings {
  const url = given ?? 'https://api.drop.privacy.ca.gov'
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    fault('DROP_URL must begin with https://.')
  return { url: url.replace(/\/$/, ''), apiKey: read('DROP_API_KEY'), sandboxApiKey: read('DROP_SANDBOX_API_KEY') }
}

function readRegistration(given: string | null, isDemo: boolean, fault: Fault): boolean {
  const text = given?.toLowerCase() ?? (isDemo ? 'open' : 'closed')
  if (text !== 'open' && text !== 'closed') fault(`OAUTH_REGISTRATION must be open or closed; it is "${text}".`)
  return text === 'open'
}

function readOrigins(given: string | null, fault: Fault): string[] | null {
  const origins = given?.split(/[\s,]+/).filter(Boolean) ?? null
  for (const origin of origins ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      fault(`CORS_ORIGINS must be origins such as https://crm.example; "${origin}" is not one.`)
    }
  }
  return origins
}

/** The settings that OpenTelemetry gives its own libraries. */
function readTraces(endpoint: string | null, read: (name: string) => string | null, fault: Fault): Config['traces'] {
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) fault('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const pairs = (read('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean)
  const headers = pairs.map((pair) => /^\s*([\w-]+)\s*=(.*)$/.exec(pair))
  if (headers.includes(null)) fault('OTEL_EXPORTER_OTLP_HEADERS must be headers such as name=value,other=value.')
  if (endpoint === null) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.map((parts) => [parts?.[1] ?? '', (parts?.[2] ?? '').trim()])),
    serviceName: read('OTEL_SERVICE_NAME') ?? 'prospector',
    sampleRatio: ratio,
  }
}

/** Unset: Stripe when its keys are set, the sandbox in demo mode, else nothing is sold. */
function readBilling(
  text: string | null,
  stripe: Config['stripe'],
  demo: boolean,
  fault: (message: string) => null,
): Config['billing'] {
  if (text === null) return stripe ? 'stripe' : demo ? 'sandbox' : 'off'
  const chosen = billingChoices.find((known) => known === text.toLowerCase())
  if (chosen === undefined) fault(`BILLING must be stripe, sandbox or off; it is "${text}".`)
  if (chosen === 'stripe' && !stripe) fault('BILLING is stripe: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET too.')
  return chosen ?? 'off'
}
