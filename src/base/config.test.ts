import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const key = randomBytes(32).toString('base64')
const folder = '/srv/prospector'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, folder)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

it('SETTING-1: an empty environment gives the documented defaults', () => {
  expect(readConfig({}, folder)).toEqual({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    databaseUrl: null,
    replicaUrl: null,
    dataDir: '/srv/prospector/.prospector',
    authSecret: null,
    channelKeys: null,
    billing: 'sandbox',
    stripe: null,
    trustedProxies: [],
    sessionIdleDays: 14,
    changesKeptDays: 730,
    smtpUrl: null,
    oauthRegistration: true,
    corsOrigins: null,
    privacy: null,
    drop: { url: 'https://api.drop.privacy.ca.gov', apiKey: null, sandboxApiKey: null },
    backupKeys: [],
    backups: null,
    threads: expect.any(Number),
    drainSeconds: 5,
    metricsPort: null,
    traces: null,
    logLevel: 'info',
    migrateDatabaseUrl: null,
    demo: true,
  })
})

it('SETTING-2: with DATABASE_URL the secrets are required and the demo is off', () => {
  expect(faultsOf({ DATABASE_URL: 'postgres://db/app' })).toEqual([
    expect.stringMatching(/^AUTH_SECRET is required with DATABASE_URL/),
    expect.stringMatching(/^CHANNEL_KEY is required with DATABASE_URL/),
  ])
  const config = readConfig({ DATABASE_URL: 'postgres://db/app', AUTH_SECRET: key, CHANNEL_KEY: key }, folder)
  expect(config.demo).toBe(false)
  expect(config.oauthRegistration).toBe(false)
  expect(config.authSecret).toHaveLength(32)
})

it('SETTING-3: all faults are reported at once, in plain words', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    PUBLIC_URL: 'shop.example',
    DATABASE_REPLICA_URL: 'mysql://db',
    AUTH_SECRET: 'short',
    LOG_LEVEL: 'loud',
    DEMO: 'maybe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    SMTP_URL: 'http://mail',
    TRUSTED_PROXIES: 'everybody, 10.0.0.0/33',
  })
  const named = [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_REPLICA_URL',
    'AUTH_SECRET',
    'LOG_LEVEL',
    'DEMO',
    'STRIPE_WEBHOOK_SECRET',
    'TRUSTED_PROXIES',
    'SMTP_URL',
  ]
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(named.sort())
})

it('SETTING-3: no fault repeats a secret', () => {
  const faults = faultsOf({
    AUTH_SECRET: 'topsecret',
    CHANNEL_KEY: 'topsecret',
    DATABASE_URL: 'mysql://user:topsecret@db',
  })
  expect(faults.length).toBeGreaterThan(2)
  expect(faults.join()).not.toContain('topsecret')
})

it.each([
  ['http://drop.example', false],
  ['http://127.0.0.1.drop.example', false],
  ['ftp://drop.example', false],
  ['drop.example', false],
  ['https://drop.example/', true],
  ['http://127.0.0.1:8090', true],
  ['http://localhost:8090', true],
])('SETTING-5: DROP_URL=%s, taken: %s', (url, isTaken) => {
  const faults = faultsOf({ DROP_URL: url })
  expect(faults).toEqual(isTaken ? [] : [expect.stringMatching(/^DROP_URL /)])
  if (isTaken) expect(readConfig({ DROP_URL: url }, folder).drop.url).toBe(url.replace(/\/$/, ''))
})

describe('single settings', () => {
  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
  ])('%s=%s is taken', (name, text, port) => expect(readConfig({ [name]: text }, folder).port).toBe(port))

  it.each(['-1', '65536', '80.5', '8080x'])('PORT=%s is refused', (text) => {
    expect(faultsOf({ PORT: text })).toEqual([expect.stringContaining('PORT must be a whole number')])
  })

  it('PUBLIC_URL loses its trailing slashes and otherwise follows PORT', () => {
    expect(readConfig({ PUBLIC_URL: 'https://shop.example//' }, folder).publicUrl).toBe('https://shop.example')
    expect(readConfig({ PORT: '9000' }, folder).publicUrl).toBe('http://localhost:9000')
  })

  it('a blank setting is an unset one', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', DEMO: '' }, folder)).toEqual(readConfig({}, folder))
  })

  it('CHANNEL_KEY may hold several keys, the newest first', () => {
    const config = readConfig({ CHANNEL_KEY: `${key},${key}` }, folder)
    expect(config.channelKeys).toHaveLength(2)
  })

  it.each([
    ['CHANNEL_KEY', Array(9).fill(key).join(), 'CHANNEL_KEY must be at most 8 keys; it holds 9.'],
    ['AUTH_SECRET', `${key},${key}`, 'AUTH_SECRET must be one key, without a comma; it holds 2.'],
    ['CHANNEL_KEY', `${key},short`, 'CHANNEL_KEY must be 32 bytes in base64, each key (openssl rand -base64 32).'],
    ['AUTH_SECRET', 'short', 'AUTH_SECRET must be 32 bytes in base64 (openssl rand -base64 32).'],
  ])('%s that is not right says what is wrong', (name, text, fault) => {
    expect(faultsOf({ [name]: text })).toEqual([fault])
  })

  it('DATA_DIR may be absolute or lie in the working folder', () => {
    expect(readConfig({ DATA_DIR: '/var/data' }, folder).dataDir).toBe('/var/data')
    expect(readConfig({ DATA_DIR: 'data' }, folder).dataDir).toBe('/srv/prospector/data')
  })
})

it.each([
  [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY must be'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_API_BASE: 'http://localhost:1' }, 'STRIPE_API_BASE is set'],
  [{ STRIPE_API_BASE: 'not a url' }, 'STRIPE_API_BASE is not a URL'],
  [{ BILLING: 'stripe' }, 'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'],
  [{ BILLING: 'paypal' }, 'BILLING must be stripe, sandbox or off'],
])('SETTING-1: wrong provider settings %j are named at the start', (environment, fault) => {
  expect(() => readConfig(environment, folder)).toThrow(fault)
})

const stripeKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
it.each([
  [{}, 'sandbox'],
  [{ DEMO: 'false' }, 'off'],
  [{ DEMO: 'false', BILLING: 'sandbox' }, 'sandbox'],
  [stripeKeys, 'stripe'],
  [{ ...stripeKeys, BILLING: 'off' }, 'off'],
])('BILL-9: with %j payments are taken by: %s', (environment, billing) => {
  expect(readConfig(environment, folder).billing).toBe(billing)
})

it('BACKUP-1: backups go to one place, under a key of their own, by a schedule that can be read', () => {
  const own = Buffer.alloc(32, 7).toString('base64')
  const folderSettings = { BACKUP_DIR: 'kept', BACKUP_KEY: own, BACKUP_SCHEDULE: 'daily 03:30' }
  expect(readConfig(folderSettings, folder).backups).toEqual({
    schedule: '30 3 * * *',
    place: { folder: '/srv/prospector/kept' },
    keys: [Buffer.alloc(32, 7)],
    keep: { daily: 7, weekly: 4, monthly: 12 },
  })
  const s3 = {
    BACKUP_S3_URL: 'https://s3.eu-central-1.amazonaws.com/bucket/prospector/',
    BACKUP_S3_ACCESS_KEY: 'AKIA',
    BACKUP_S3_SECRET_KEY: 'secret',
    BACKUP_KEY: own,
    BACKUP_KEEP: '3, 0, 2',
  }
  expect(readConfig(s3, folder).backups).toMatchObject({
    schedule: null,
    place: { s3: { url: 'https://s3.eu-central-1.amazonaws.com/bucket/prospector', region: 'eu-central-1' } },
    keep: { daily: 3, weekly: 0, monthly: 2 },
  })
  expect(readConfig({ BACKUP_CHECK_FILE: '/run/done', BACKUP_SCHEDULE: '0 3 * * *' }, folder).backups).toEqual({
    schedule: '0 3 * * *',
    checkFile: '/run/done',
  })
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ...folderSettings, BACKUP_SCHEDULE: 'at night' }, /^BACKUP_SCHEDULE must be "daily 03:00", or five fields/],
    [{ ...folderSettings, BACKUP_SCHEDULE: 'daily 24:00' }, /^BACKUP_SCHEDULE must be/],
    [{ ...folderSettings, BACKUP_SCHEDULE: '0 3 31 2 *' }, /^BACKUP_SCHEDULE must be/],
    [{ ...folderSettings, BACKUP_SCHEDULE: '0 0 3 * * *' }, /^BACKUP_SCHEDULE must be/],
    [{ ...folderSettings, BACKUP_KEEP: '0,4,12' }, /^BACKUP_KEEP must be/],
    [{ BACKUP_DIR: 'kept' }, /^BACKUP_DIR is set, but BACKUP_KEY is missing/],
    [{ ...folderSettings, CHANNEL_KEY: own, AUTH_SECRET: key }, /^BACKUP_KEY must be a key of its own/],
    [{ ...folderSettings, ...s3, BACKUP_KEEP: '7,4,12' }, /^Set one of BACKUP_DIR and BACKUP_S3_URL/],
    [{ BACKUP_SCHEDULE: 'daily 03:00' }, /^BACKUP_SCHEDULE is set, but neither BACKUP_DIR nor BACKUP_S3_URL/],
    [{ ...s3, BACKUP_S3_SECRET_KEY: '' }, /^BACKUP_S3_URL is set, but BACKUP_S3_ACCESS_KEY or/],
    [{ ...s3, BACKUP_S3_URL: 'https://minio.internal' }, /^BACKUP_S3_URL must name a bucket/],
    [{ BACKUP_CHECK_FILE: '/run/done' }, /^BACKUP_CHECK_FILE is set, but BACKUP_SCHEDULE/],
  ]
  for (const [settings, fault] of wrong) expect(faultsOf(settings)).toEqual([expect.stringMatching(fault)])
})
