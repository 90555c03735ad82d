/** People who ask the privacy centre: planted in the catalogue, they fill in forms, get mails and follow links. */
import { expect } from 'vitest'
import type { Mail } from '../../src/base/mail.ts'
import type { PrivacySettings } from '../../src/base/privacy-settings.ts'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedContact } from '../../src/catalog/import-record.ts'
import { tellAccounts } from '../../src/contacts/tell-accounts.ts'
import { onErased } from '../../src/privacy/erasure-confirmations.ts'
import { createBrowser, type Page, type ServedApp, startServedApp } from './browser.ts'
import { type Command, createQuickCommand, environmentFor } from './command.ts'

export const privacySettings: PrivacySettings = {
  contact: 'privacy@operator.example',
  name: 'Operator GmbH',
  automatic: false,
  recipients: 'category',
  texts: {},
}

type ConfirmedRequest = { path: string; page: Page; number: string }
export type PrivacyStage = ServedApp & {
  /** The operator's command on the same database. */
  run: Command
  /** People at a store of their own, as an import brings them: their contact ids, by name. */
  plant(contacts: ImportedContact[]): Promise<string[]>
  /** Also what the clock would start. */
  sendMails(): Promise<void>
  /** Tells accounts of what was erased, as the clock would, and sends reminders that are due. */
  tell(): Promise<void>
  remind(): Promise<void>
  mailsTo(email: string): Mail[]
  ask(kind: string, email: string, fields?: Record<string, string>): Promise<Page>
  /** Asks, follows the link and presses the button. */
  confirm(kind: string, email: string, fields?: Record<string, string>): Promise<ConfirmedRequest>
}

export const linkIn = (text: string): string => /\/privacy\/requests\/[A-Za-z0-9]+/.exec(text)![0]

export const person = (email: string, more: ImportedContact = {}): ImportedContact => ({
  full_name: 'Zebulon Quartz',
  title: 'Head of Sales',
  emails: [{ email, status: 'verified', type: 'work', verified_at: '2026-01-05T00:00:00Z' }],
  phones: [{ phone: '+49 30 1234567', type: 'direct' }],
  ...more,
})

export async function openPrivacyStage(
  settings: Partial<PrivacySettings> = {},
  options: Parameters<typeof startServedApp>[0] = {},
): Promise<PrivacyStage> {
  const test = await startServedApp({ ...options, privacy: { ...privacySettings, ...settings }, clock: 'fixed' })
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  const { database, queue, channelKeys } = test.app
  let stores = 0

  const stage: PrivacyStage = {
    ...test,
    run: createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY }),
    async plant(contacts) {
      stores += 1
      const domain = `privacy${stores}.example`
      const source = readRecords([{ domain, name: `Shop ${stores}`, contacts }])
      await importCatalogue(database, { channelKeys, sourceName: 'crawl', source })
      const rows = await database.query<{ id: string }>(sql`
        SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain} ORDER BY full_name`)
      return rows.map(({ id }) => id)
    },
    async sendMails() {
      await queue.enqueue(database, 'privacy', {})
      await queue.runWaiting()
    },
    async tell() {
      await tellAccounts(database, test.app.clock, onErased)
      // The application tells by itself, too: what it took is told once it has committed.
      const left = async () => (await database.query(sql`SELECT FROM contact_notices`)).length
      await expect.poll(left, { timeout: 30_000 }).toBe(0)
    },
    async remind() {
      await queue.enqueue(database, 'erasure_reminders', {})
      await queue.runWaiting()
    },
    mailsTo: (email) => test.mails.filter(({ to }) => to === email),
    async ask(kind, email, fields = {}) {
      const page = await createBrowser(test).submit(`/privacy/${kind}`, { email, language: 'en', ...fields })
      await stage.sendMails()
      return page
    },
    async confirm(kind, email, fields = {}) {
      await stage.ask(kind, email, fields)
      const { text } = stage.mailsTo(email).at(-1)!
      const path = linkIn(text)
      const page = await createBrowser(test).submit(path, {})
      return { path, page, number: /PR-\w{4}-\w{4}/.exec(text)![0] }
    },
  }
  return stage
}
