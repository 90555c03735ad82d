import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import { fixedClock, systemClock } from '../../src/base/clock.ts'
import { newContactId, newStoreId, randomLetters } from '../../src/base/ids.ts'
import { createLog } from '../../src/base/log.ts'
import type { Mail, Mailer } from '../../src/base/mail.ts'
import type { Secrets } from '../../src/base/secrets.ts'
import { sql } from '../../src/base/sql.ts'
import type { BillingChoice } from '../../src/billing/billing.ts'
import { type AccountDraft, type CreatedAccount, createOperatorAccount } from '../../src/billing/operator-account.ts'
import type { StripeSettings } from '../../src/billing/stripe/client.ts'
import type { Channels } from '../../src/catalog/channels.ts'
import { summarise, summariseEmails } from '../../src/catalog/channels.ts'
import type { HubspotEnds } from '../../src/hubspot/dispatch.ts'
import type { Metrics } from '../../src/metrics/metrics.ts'
import type { Traces } from '../../src/metrics/traces.ts'
import type { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { undescribed } from './described-traffic.ts'
import { hashOnce } from './hash-once.ts'

export type Answer = {
  status: number
  headers: Record<string, unknown>
  body: Record<string, never> & JsonBody
  text: string
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they test.
type JsonBody = any

export type TestApp = {
  app: App
  store: TestDatabase
  secrets: Secrets
  /** Every log line so far, as text. */
  logLines: string[]
  /** Every mail so far. */
  mails: Mail[]
  /** Moves the injected clock; only with `{ clock: 'fixed' }`. */
  setTime(time: Date): void
  createAccount(draft?: TestAccountDraft): Promise<CreatedAccount>
  /** Contacts in the catalogue, each with one verified email unless told otherwise. */
  plantContacts(count: number, channels?: Partial<Channels>): Promise<string[]>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  reveal(apiKey: string, contactIds: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Throws when an operation raised a problem it does not list, or a reply was not as openapi.json describes it. */
  expectDescribedReplies(): void
  stop(): Promise<void>
}

/** `store`: another database than a clone on the server of the run, for tests that bring theirs down. */
export type TestAppOptions = {
  metrics?: Metrics
  traces?: Traces
  onSegmentNews?: AppOptions['onSegmentNews']
  /** What the process shares, to hold some of it. */
  places?: Int32Array
  replicaUrl?: string
  clock?: 'fixed'
  startAt?: Date
  publicUrl?: string
  trustedProxies?: string[]
  /** For tests of what hashing costs. */
  hashesEachTime?: boolean
  store?: TestDatabase
  oauthRegistration?: boolean
  corsOrigins?: string[]
  privacy?: AppOptions['privacy']
  drop?: NonNullable<AppOptions['drop']>
  documentRequests?: OutgoingRequests
  webhookRequests?: OutgoingRequests
  hubspot?: HubspotEnds
  /** Instead of keeping mails in `mails`. */
  mailer?: Mailer
  stripe?: Omit<StripeSettings, 'automaticTax'> & { automaticTax?: boolean }
  billing?: BillingChoice
  /** The build of the web application; only tests with a browser need it. */
  webFolder?: string
}
type TestAccountDraft = Partial<Omit<AccountDraft, 'passwordHash'>> & { password?: string }
export type CallOptions = { key?: string; body?: unknown; headers?: Record<string, string> }

/** Where no test has a portal: it knows no token. */
const hubspotWithoutPortals: HubspotEnds = {
  url: 'https://hubspot.example',
  requests: {
    refusal: () => null,
    send: async () => ({ status: 401, headers: {}, body: Buffer.alloc(0) }),
    close: () => {},
  },
}

/** The whole application on a database of its own, without a port. `clock: 'fixed'` stands still until moved. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await createTestDatabase())
  const secrets = { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] }
  const logLines: string[] = []
  const mails: Mail[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk))
      done()
    },
  })
  let time = options.startAt ?? new Date()
  const clock = options.clock === 'fixed' ? fixedClock(() => time) : systemClock
  const app = createApp({
    database: store.database,
    secrets,
    publicUrl: options.publicUrl ?? 'http://localhost:8080',
    metrics: options.metrics ?? null,
    traces: options.traces ?? null,
    onSegmentNews: options.onSegmentNews,
    ...(options.places && { places: options.places }),
    replicaUrl: options.replicaUrl ?? null,
    log: createLog('info', sink),
    clock,
    mailer: options.mailer ?? { send: async (mail) => void mails.push(mail) },
    ...(!options.hashesEachTime && { hashing: hashOnce }),
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    oauthRegistration: options.oauthRegistration ?? false,
    corsOrigins: options.corsOrigins ?? null,
    privacy: options.privacy ?? null,
    ...(options.drop && { drop: options.drop }),
    documentRequests: options.documentRequests,
    webhookRequests: options.webhookRequests,
    hubspot: options.hubspot ?? hubspotWithoutPortals,
    billing: options.stripe ? { stripe: { automaticTax: false, ...options.stripe } } : (options.billing ?? 'sandbox'),
    ...(options.webFolder && { webFolder: options.webFolder }),
  })

  const undescribedReplies = watchReplies(app)

  async function call(method: string, path: string, { key, body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const response = await app.http.server.inject({
      method: method as 'GET',
      url: path,
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = method !== 'HEAD' && String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : null,
      text: response.body,
    }
  }

  function expectDescribedReplies(): void {
    const unlisted = logLines.filter((line) => line.includes('unlisted_problem'))
    if (unlisted.length > 0) throw new Error(`An operation raised a problem it did not list: ${unlisted[0]}`)
    const some = undescribedReplies.slice(0, 10).join('\n')
    if (some !== '') throw new Error(`openapi.json does not describe: ${some}`)
  }

  return {
    app,
    store,
    secrets,
    logLines,
    mails,
    setTime: (moved) => {
      time = moved
    },
    createAccount: async ({ password = 'correct horse battery staple', ...draft } = {}) =>
      createOperatorAccount(store.database, clock, app.plans, {
        name: 'Test account',
        email: `${randomLetters(10).toLowerCase()}@owner.example`,
        passwordHash: await hashOnce.hash(password),
        planId: 'pro',
        status: 'active',
        requestsPerMinute: 1_000_000,
        requestsPerDay: 1_000_000,
        ...draft,
      }),
    plantContacts: (count, channels) => plantContacts(app, count, channels),
    call,
    reveal: (key, contactIds, headers = {}) =>
      call('POST', '/api/v1/contacts/reveal', { key, body: { contact_ids: contactIds }, headers }),
    expectDescribedReplies,
    stop: async () => {
      await app.stop()
      await store.drop()
      expectDescribedReplies()
    },
  }
}

/** Every reply of the API, however it was asked for, is held against its description. */
function watchReplies(app: App): string[] {
  const found: string[] = []
  const texts = new WeakMap<FastifyRequest, string>()
  app.http.server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) texts.set(request, String(payload))
    else if (payload === undefined || payload === null) texts.set(request, '')
    done(null, payload)
  })
  app.http.server.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    const headers = reply.getHeaders()
    found.push(...undescribed({ method, url, status: reply.statusCode, headers, text: texts.get(request) ?? null }))
    done()
  })
  return found
}

/** All have one name, and are still told apart by its hash: to suppress one of them is not to suppress the others. */
async function plantContacts(
  { database, channelKeys }: App,
  count: number,
  given?: Partial<Channels>,
): Promise<string[]> {
  const storeId = newStoreId()
  const domain = `${randomLetters(12).toLowerCase()}.example`
  await database.query(sql`
    INSERT INTO stores (store_id, domain, name, fingerprint, import_run) VALUES (${storeId}, ${domain}, 'A store', '', 0)`)
  const rows = Array.from({ length: count }, (_, at) => {
    const id = newContactId()
    const emails = [{ email: `person${at}@${domain}`, status: 'verified', type: 'work' as const, is_primary: true }]
    const channels: Channels = { emails, phones: [], linkedin_url: null, ...given }
    return { id, has: summarise(channels), ...summariseEmails(channels), ...channelKeys.seal(id, channels) }
  })
  const { email_kinds = [], emails_verified_at = [] } = rows[0] ?? {}
  await database.query(sql`
    INSERT INTO contacts (contact_id, store_id, first_name, last_name, full_name, title, role, seniority, has_email,
      has_phone, has_linkedin, email_kinds, emails_verified_at, channels, channels_key_id, name_hash, fingerprint, import_run)
    SELECT id, ${storeId}, 'Ada', 'Lovelace', 'Ada Lovelace', 'Founder', 'founder', 'executive', email, phone, linkedin,
      ${email_kinds}::text[], ${emails_verified_at}::timestamptz[],
      sealed, key_id, convert_to(id, 'UTF8'), '', 0
    FROM unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.has.has_email)}::boolean[],
      ${rows.map((row) => row.has.has_phone)}::boolean[], ${rows.map((row) => row.has.has_linkedin)}::boolean[],
      ${rows.map((row) => row.sealed)}::bytea[], ${rows.map((row) => row.keyId)}::text[])
      AS c (id, email, phone, linkedin, sealed, key_id)`)
  return rows.map((row) => row.id)
}
