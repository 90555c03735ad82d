import type { Logger } from 'pino'
import { type Admission, createAdmission } from './access/admission.ts'
import { createCursorSealer } from './access/cursor.ts'
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
import { serveOperations } from './http/rest.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import { type OperationNeeds, operations } from './operations.ts'
import type { Secrets } from './secrets.ts'

export type App = OperationNeeds & {
  admission: Admission
  http: HttpServer
  /** In-flight requests finish, new ones get 503, batches drain, connections close. The database is its opener's to close. */
  stop(): Promise<void>
}

export type AppOptions = { database: Database; secrets: Secrets; publicUrl: string; log: Logger; clock?: Clock }

/** The composition root: everything is wired here, by hand, in order. */
export function createApp({ database, secrets, publicUrl, log, clock = systemClock }: AppOptions): App {
  const channelKeys = createChannelKeys(secrets.channelKeys)
  const cursors = createCursorSealer(secrets.authSecret)
  const admission = createAdmission(database, clock, { plans, publicUrl })
  const spending = createSpending(database, clock)
  const lookUpContacts = createContactLookup(database)

  const http = createHttpServer({ log })
  const needs: OperationNeeds = { database, clock, plans, publicUrl, spending, lookUpContacts, channelKeys, cursors }
  serveOperations(http.server, operations, { admission, needs })
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
    http,
    async stop() {
      clearInterval(housekeeping)
      await http.stop()
      await Promise.all([admission.close(), spending.close()])
    },
  }
}
