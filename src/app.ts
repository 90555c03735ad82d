import type { Logger } from 'pino'
import type { Plans } from './accounts/plan.ts'
import { type Admission, createAdmission } from './admission/admission.ts'
import { type CredentialReader, createCredentialReader } from './admission/credentials.ts'
import { basePath, sessionBasePath } from './base/api-paths.ts'
import { type Clock, systemClock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import type { Mailer } from './base/mail.ts'
import { placesMemory, processPlaces } from './base/process-places.ts'
import { createCursorSealer, createSealer } from './base/seal.ts'
import type { Secrets } from './base/secrets.ts'
import { type Billing, type BillingChoice, createBilling } from './billing/billing.ts'
import { openTestAccount } from './billing/open-test-account.ts'
import { createLivePlans, type LivePlans } from './billing/plans/live-plans.ts'
import { readCatalogueState } from './catalog/catalogue-state.ts'
import { type ChannelKeys, createChannelKeys } from './catalog/channel-keys.ts'
import { createContactLookup } from './contacts/look-up-contacts.ts'
import { createContactOpener } from './contacts/revealed-contact.ts'
import { followContacts } from './contacts/tell-accounts.ts'
import { createSpending } from './credits/spend.ts'
import type { Database } from './db/database.ts'
import { makeTestCatalogue, testCatalogueSource } from './demo/test-catalogue.ts'
import { scheduleExclusionEnds } from './exclusions/end-exclusions.ts'
import { createCompression } from './http/compression.ts'
import { redirectToDocs, serveDocs } from './http/docs.ts'
import { serveHealth } from './http/health.ts'
import { createExports, type Exports } from './http/pace-exports.ts'
import { serveOperations } from './http/rest.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import { openWebApplication } from './http/web-application.ts'
import type { HubspotEnds } from './hubspot/dispatch.ts'
import { hubspotEnds, openHubspot } from './hubspot/hubspot-services.ts'
import { serveJobs } from './jobs/serve-jobs.ts'
import type { OpenTestAccount } from './keys/create-key.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type AnsweredRequest, spanOf, type Traces } from './metrics/traces.ts'
import { createTokenVerifier, type TokenVerifier } from './oauth/token-verifier.ts'
import { type OperationNeeds, operations, type SessionOperationNeeds, sessionOperations } from './operations.ts'
import { type OperatorOptions, serveOperator } from './operator/serve-operator.ts'
import { createOutgoingRequests, type OutgoingRequests } from './outgoing/outgoing-requests.ts'
import type { OAuthOptions } from './pages/serve-oauth.ts'
import { serveSignIn } from './pages/serve-sign-in.ts'
import { onErased } from './privacy/erasure-confirmations.ts'
import { openPrivacy } from './privacy/privacy-services.ts'
import { openBackground } from './queue/background.ts'
import type { ClaimLoop } from './queue/claim-loop.ts'
import type { Queue } from './queue/queue.ts'
import type { Search } from './search/serve/create-search.ts'
import type { Auth } from './sign-in/auth.ts'
import { createHashing, type PasswordHasher } from './sign-in/hashing.ts'
import { createPatientMailer } from './sign-in/send-mails.ts'
import { createTestMode, type NeedsOf } from './test-mode/test-needs.ts'
import { changeWatchedSearch } from './watches/change-watched-search.ts'
import { deletePrivate } from './watches/delete-private.ts'
import { openWatches } from './watches/open-watches.ts'
import { watchEvents } from './watches/watch-events.ts'
import { openWebhooks } from './webhooks/webhook-services.ts'
import { openAuth } from './wiring/open-auth.ts'
import { retentionFor } from './wiring/retention.ts'
import { openPages, type SearchOptions, searchOver } from './wiring/search-over.ts'

export type App = OperationNeeds & {
  needsOf: NeedsOf
  webhooks: ClaimLoop
  hubspot: ClaimLoop
  channelKeys: ChannelKeys
  admission: Admission
  auth: Auth
  billing: Billing
  http: HttpServer
  queue: Queue
  /** Builds the search index, and follows the catalogue from then on. Until then searches answer 503. */
  start(): Promise<void>
  /** Builds the search index again, for a thread that has seen the catalogue go back. */
  startOver(): void
  /** In-flight requests finish, new ones get 503, batches drain, connections close. The database is its opener's to close. */
  stop(): Promise<void>
}

export type AppOptions = SearchOptions &
  OperatorOptions & {
    /** What bounds the whole process; threads of one process share it. Unset: this application is the process. */
    places?: Int32Array
    database: Database
    secrets: Secrets
    publicUrl: string
    log: Logger
    clock?: Clock
    /** Without one mail goes nowhere, which is right only for benchmarks. */
    mailer?: Mailer
    /** Whose X-Forwarded-For is believed; nobody's unless named. */
    trustedProxies?: readonly string[]
    /** The payment provider. Unset: the sandbox. */
    billing?: BillingChoice
    /** The plans that operators change. Unset: the built-in ones, until they do. */
    livePlans?: LivePlans
    /** Instead, and for good. */
    plans?: Plans
    /** How passwords are hashed. Unset: scrypt, few at a time. */
    hashing?: PasswordHasher | undefined
    /** A session that is not used for this many days ends. */
    sessionIdleDays?: number
    changesKeptDays?: number
    /** Whether OAuth clients may register themselves. */
    oauthRegistration?: boolean
    /** The origins whose pages may call what takes tokens; null: any. */
    corsOrigins?: string[] | null
    /** How documents that describe OAuth clients are read. Unset: from public addresses. */
    documentRequests?: OutgoingRequests | undefined
    /** How webhooks are sent. Unset: to public addresses. */
    webhookRequests?: OutgoingRequests | undefined
    /** Where HubSpot is, and how it is asked. Unset: HubSpot itself. */
    hubspot?: HubspotEnds | undefined
    /** Unset: no privacy centre. */
    privacy?: Config['privacy']
    drop?: Config['drop']
    /** Unset: nothing is measured. */
    metrics?: Metrics | null
    /** Unset: nothing is traced. Closed with the application. */
    traces?: Traces | null
    /** Where the build of the web application lies, or will lie soon. Unset: `/` leads to the documentation. */
    webFolder?: string
  }

const noMail: Mailer = { send: async () => {} }
function openHttp(options: AppOptions): HttpServer {
  const { log, publicUrl, trustedProxies = [], corsOrigins = null, metrics, traces } = options
  const onAnswered = (answer: AnsweredRequest) => {
    metrics?.answered(answer)
    traces?.record(spanOf(answer))
  }
  return createHttpServer({ log, publicUrl, trustedProxies, corsOrigins, ...((metrics || traces) && { onAnswered }) })
}

/** What metrics show of requests and of the connections they use. */
const measure = ({ limit, count }: HttpServer['overload'], database: Database, { isReady }: Search['searchIndex']) => ({
  underway: limit.underway,
  limit: limit.limit,
  refused: count,
  pool: database.pool,
  indexIsReady: isReady,
  catalogue: () => readCatalogueState(database),
})

const oauthOptions = (options: AppOptions, clock: Clock, tokens: TokenVerifier): OAuthOptions => ({
  database: options.database,
  clock,
  publicUrl: options.publicUrl,
  tokens,
  isOpen: options.oauthRegistration ?? false,
  requests: options.documentRequests ?? createOutgoingRequests(),
})

/** Sign-in, documentation and the web application, which has every address that nobody else has. */
function servePages(
  server: HttpServer['server'],
  options: AppOptions & { plans: Plans },
  { auth, tokens, clock }: { auth: Auth; tokens: TokenVerifier; clock: Clock },
): void {
  const { database, publicUrl, webFolder, plans } = options
  const web = webFolder === undefined ? null : openWebApplication(webFolder)
  const oauth = oauthOptions(options, clock, tokens)
  serveSignIn(server, { auth, database, clock, publicUrl, oauth, sendWebPage: web?.sendPage })
  serveDocs(server, operations, { publicUrl, plans })
  if (web) web.serve(server)
  else redirectToDocs(server)
}

type CallParts = {
  admission: Admission
  credentials: CredentialReader
  exports: Exports
  background: Database
  authSecret: Buffer
}
type AllNeeds = { needs: OperationNeeds; needsOf: NeedsOf; sessionNeeds: OperationNeeds & SessionOperationNeeds }

/** Everything that takes a credential: the API, the operations of the web application, and MCP. */
function serveCallers({ server }: HttpServer, calling: CallParts, { needs, needsOf, sessionNeeds }: AllNeeds): void {
  const { admission, credentials, exports, background, authSecret } = calling
  const compress = createCompression()
  const shared = { admission, exports, compress }
  const overBackground = <Needs>(given: Needs) => ({ needs: given, exportNeeds: { ...given, database: background } })
  const ofApi = { ...shared, basePath, readCredential: credentials.forApi, needsOf }
  const ofSession = { ...shared, basePath: sessionBasePath, readCredential: credentials.forSession }
  serveOperations(server, operations, { ...ofApi, ...overBackground(needs) })
  serveOperations(server, sessionOperations, { ...ofSession, ...overBackground(sessionNeeds) })
  serveMcp(server, operations, { admission, credentials, needs, needsOf, publicUrl: needs.publicUrl, authSecret })
}

/** The composition root: everything is wired here, by hand, in order. */
export function createApp(options: AppOptions): App {
  const { database, secrets, publicUrl, log, clock = systemClock, mailer = noMail } = options
  const { livePlans = createLivePlans(null), plans = livePlans.plans } = options
  const { background, queue } = openBackground({ ...options, clock, retention: retentionFor(options) })
  const { authSecret } = secrets
  const channelKeys = createChannelKeys(secrets.channelKeys)
  const sealer = createSealer(authSecret)
  const cursors = createCursorSealer(sealer)
  const places = processPlaces(options.places ?? placesMemory())
  const hashing = options.hashing ?? createHashing(places.hashing)
  const signInMails = createPatientMailer({ ...options, mailer, queue, background, channelKeys })
  const auth = openAuth({ ...options, clock, mailer: signInMails, plans, hashing, authSecret })
  const tokens = createTokenVerifier({ publicUrl, clock, readKeys: () => auth.api.getJwks() })
  const credentials = createCredentialReader({ authSecret, publicUrl, tokens })
  const watched = (batch: string) => options.metrics?.batches(batch) ?? {}
  const admission = createAdmission(database, clock, { ...options, plans, ...watched('admission') })
  const billing = createBilling(database, {
    ...{ clock, plans, publicUrl, mailer, log, queue, authSecret },
    packs: livePlans.packs,
    choice: options.billing ?? 'sandbox',
    onUnknownPrice: options.metrics?.unknownPrice,
  })
  const spent = { onSpent: options.metrics?.creditsSpent, ...watched('spend') }
  const spending = billing.watch(createSpending(database, clock, spent))
  const exports = createExports({ places })
  const openContact = createContactOpener(channelKeys, log)
  const contactLookup = createContactLookup(database, openContact, watched('contacts'))
  const { unmet, ...pages } = openPages(database, clock, { admission, watched, background, secrets, log })
  const { searchIndex, ...search } = searchOver(options)
  const http = openHttp(options)
  const { webhookRequests: requests, metrics } = options
  const parts = { database, background, queue, clock, cursors, sealer, mailer, publicUrl, log, places }
  const delivery = { requests, renderEvents: watchEvents(database, cursors), onAttempt: metrics?.webhookAttempt }
  const webhooks = openWebhooks({ ...parts, ...delivery, requestsUnderway: http.overload.limit.underway })
  const needs: OperationNeeds = {
    ...{ ...webhooks.needs, hubspotEnds: options.hubspot ?? hubspotEnds(), channelKeys, database, clock },
    ...{ plans, publicUrl, spending, contactLookup, openContact, cursors, sealer, changeWatchedSearch },
    scanned: exports.scanned,
    searchIndex,
    ...pages,
    billing,
    queue,
  }
  const { needsOf, needsOfJobs } = createTestMode(testCatalogueSource, publicUrl, billing.inTestMode)
  const jobs = serveJobs(queue, { ...needs, log }, needsOfJobs)
  const overBackground = { ...needs, database: background }
  const sending = { ends: needs.hubspotEnds, onReply: metrics?.hubspotReply }
  const hubspot = openHubspot({ ...parts, ...sending, needsOf: (caller) => needsOfJobs(caller, overBackground) })
  scheduleExclusionEnds(queue, overBackground, needsOfJobs)
  const followers = [
    livePlans.follow(background, log),
    followContacts(background, clock, log, onErased),
    openWatches({ ...parts, searchIndex }),
  ]
  const testAccounts: OpenTestAccount = (tx, live) => openTestAccount(tx, clock, plans, live)
  const calling = { admission, credentials, exports, background, authSecret }
  const sessionNeeds = { ...needs, mailer: signInMails, openTestAccount: testAccounts, deletePrivate }
  serveCallers(http, calling, { needs, needsOf, sessionNeeds })
  const privacy = openPrivacy(http.server, { ...parts, keys: channelKeys }, options)
  serveOperator(http.server, { ...needs, ...parts, authSecret, livePlans, hashing, makeTestCatalogue }, options)
  billing.serve(http.server)
  servePages(http.server, { ...options, plans }, { auth, tokens, clock })
  serveHealth(http.server, async () => {
    const connected = [admission, contactLookup, spending, pages.settlement].map((part) => part.check())
    await Promise.all([readCatalogueState(database), ...connected])
    return searchIndex.isReady() && !http.isDraining()
  })
  http.refuseOtherMethods()
  metrics?.watch({
    ...measure(http.overload, database, searchIndex),
    ...jobs,
    ...privacy,
    webhooks: webhooks.backlog,
    hubspot: hubspot.backlog,
  })

  return {
    ...needs,
    needsOf,
    channelKeys,
    admission,
    auth,
    billing,
    webhooks: webhooks.dispatcher,
    hubspot: hubspot.loop,
    http,
    queue,
    start: () => livePlans.refresh(database).then(search.start),
    startOver: search.startOver,
    async stop() {
      webhooks.endWaiting()
      await http.stop()
      await auth.drain()
      await signInMails.drain()
      await Promise.all([search, billing, queue, webhooks, hubspot, unmet, ...followers].map((job) => job.stop()))
      await Promise.all([admission, contactLookup, spending, background, pages.settlement].map((part) => part.close()))
      await options.traces?.close()
    },
  }
}
