import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import { verifyLedger } from '../credits/verify.ts'

export const begun = new Date('2026-03-10T12:00:00.000Z')
export const day = 86_400_000

/** An application whose accounts report bounces. Its ledger must be whole when it stops. */
export async function openBounces() {
  const test = await startTestApp({ clock: 'fixed', startAt: begun })
  await test.app.start()
  let stores = 0

  const importStores = (...records: ImportedStore[]) =>
    importCatalogue(test.app.database, { channelKeys: test.app.channelKeys, source: readRecords(records) })

  const report = (key: string, bounces: object[]) => test.call('POST', '/api/v1/bounces', { key, body: { bounces } })

  return {
    test,
    importStores,
    report,
    account: (draft: Parameters<TestApp['createAccount']>[0] = {}) => test.createAccount({ credits: 1_000, ...draft }),

    /** People of a new store, each with one verified work address unless told otherwise. */
    async plant(count: number, more: (at: number, domain: string) => Partial<ImportedContact> = () => ({})) {
      stores += 1
      const domain = `bounces${stores}.example`
      const contacts = Array.from(
        { length: count },
        (_, at): ImportedContact => ({
          source_id: `${domain} ${at}`,
          full_name: `Person ${at} of ${domain}`,
          emails: [{ email: `p${at}@${domain}`, status: 'verified', type: 'work', is_primary: true }],
          ...more(at, domain),
        }),
      )
      await importStores({ domain, contacts })
      const rows = await test.app.database.query<{ id: string }>(sql`
        SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain}
        ORDER BY length(full_name), full_name`)
      return { domain, contacts, ids: rows.map(({ id }) => id), emails: contacts.map((_, at) => `p${at}@${domain}`) }
    },

    async verdictsOf(key: string, bounces: object[]): Promise<string[]> {
      const { body, text, status } = await report(key, bounces)
      expect(status, text).toBe(200)
      return body.data.map(({ verdict }: { verdict: string }) => verdict)
    },

    async revealAll(key: string, ids: string[]): Promise<void> {
      for (let at = 0; at < ids.length; at += 10) {
        expect((await test.reveal(key, ids.slice(at, at + 10))).status).toBe(200)
      }
    },

    /** The emails that an account gets of a contact, with their statuses. */
    async emailsFor(key: string, id: string): Promise<[string, string][]> {
      const { body } = await test.reveal(key, [id])
      return body.data[0].emails.map(({ email, status }: { email: string; status: string }) => [email, status])
    },

    async stop(): Promise<void> {
      expect((await verifyLedger(test.app.database)).problems).toEqual([])
      await test.stop()
    },
  }
}
