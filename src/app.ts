import type { Logger } from 'pino'
import { type Admission, createAdmission } from './access/admission.ts'
import { createCredentialReader } from './access/credentials.ts'
import { createCursorSealer } from './access/cursor.ts'
import { createTokenVerifier } from './access/oauth/token-verifier.ts'
import { type Auth, createAuth } from './access/sign-in/auth.ts'
import { serveSignIn } from './access/sign-in/serve-sign-in.ts'
import { openAccount } from './billing/open-account.ts'
import { plans } from './billing/plans.ts'
import { createChannelKeys } from './catalog/channel-keys.ts'
import { type Clock, systemClock } from './clock.ts'
import { createContactLookup } from './contacts/look-up-contacts.ts'
import { forgetOldKeys } from './credits/idempotency.ts'
import { createSpending } from './credits/spend.ts'
import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'
import { redirectToDocs, serveDocs } from './http/docs.ts'
import { serveHealth } from './http/health.ts'
import { basePath, serveOperations } from './http/rest.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import type { Mailer } from './mail.ts'
import { type OperationNeeds, operations } from './operations.ts'
import type { Secrets } from './secrets.ts'

export type App = OperationNeeds & {
  admission: Admission
  auth: Auth
  http: HttpServer
  /** In-flight requests finish, new ones get 503, batches drain, connections close. The database is its opener's to close. */
  stop(): Promise<void>
}

export type AppOptions = {
  database: Database
  secrets: Secrets
  publicUrl: string
  log: Logger
  clock?: Clock
  /** Without one mail goes nowhere, which is right for benchmarks alone. */
  mailer?: Mailer
}

const noMail: Mailer = { send: async () => {} }

/** The composition root: everything is wired here, by hand, in order. */
export function createApp(options: AppOptions): App {
  const { database, secrets, publicUrl, log, clock = systemClock, mailer = noMail } = options
  const channelKeys = createChannelKeys(secrets.channelKeys)
  const cursors = createCursorSealer(secrets.authSecret)
  const auth = createAuth({
    database,
    authSecret: secrets.authSecret,
    publicUrl,
    mailer,
    log,
    openAccount: (name, ownerId) => openAccount(database, plans, name, ownerId),
  })
  const tokens = createTokenVerifier({ publicUrl, clock, readKeys: () => auth.api.getJwks() })
  const credentials = createCredentialReader({ authSecret: secrets.authSecret, publicUrl, tokens })
  const admission = createAdmission(database, clock, { plans, publicUrl })
  const spending = createSpending(database, clock)
  const lookUpContacts = createContactLookup(database)

  const http = createHttpServer({ log })
  const needs: OperationNeeds = { database, clock, plans, publicUrl, spending, lookUpContacts, channelKeys, cursors }
  serveOperations(http.server, operations, { basePath, admission, readCredential: credentials.forApi, needs })
  serveSignIn(http.server, { auth, database, publicUrl })
  serveDocs(http.server, operations, publicUrl)
  redirectToDocs(http.server)
  serveHealth(http.server, async () => {
    await database.query(sql`SELECT 1`)
    return true
  })

  const housekeeping = setInterval(() => void forgetOldKeys(database, clock).catch(() => {}), 60 * 60_000)
  housekeeping.unref()

  return {
    ...needs,
    admission,
    auth,
    http,
    async stop() {
      clearInterval(housekeeping)
      await http.stop()
      // It writes its resources on its first start; the database must not go away under it.
      await auth.$context.catch(() => {})
      await Promise.all([admission.close(), spending.close()])
    },
  }
}
