/** A reader of the docs who tries everything: an account in which every operation has something to do. */
import { readEvents } from '../../src/events/read-events.ts'
import { recordEvents } from '../../src/events/record.ts'
import type { ServedApp } from './browser.ts'
import { toPlain } from './run-snippet.ts'
import { createTestKey } from './test-key.ts'
import { createVisitor } from './visitor.ts'

type DocsReader = { accountId: string; apiKey: string; testKey: string; eventId: string }

export async function createDocsReader(test: ServedApp): Promise<DocsReader> {
  const { accountId, apiKey } = await subscribe(test)
  const { apiKey: testKey } = await createTestKey(test, accountId)
  return { accountId, apiKey, testKey, eventId: await tellOfErasure(test, accountId) }
}

/** With a trial that it pays for. */
async function subscribe(test: ServedApp): Promise<{ accountId: string; apiKey: string }> {
  const account = await test.createAccount({ status: 'none' })
  const link = await test.call('POST', '/api/v1/billing/subscription-link', { key: account.apiKey, body: {} })
  const visitor = createVisitor(test.url)
  await visitor.open(link.body.url)
  await visitor.submit('/sandbox/checkout', { card_number: '4242424242424242' })
  return account
}

/** The event whose id a reader has when contacts were erased. */
async function tellOfErasure(test: ServedApp, accountId: string): Promise<string> {
  const { database, clock } = test.app
  const contactIds = await test.plantContacts(1)
  const draft = { type: 'contact.erased' as const, data: { contact_ids: contactIds } }
  await database.transaction((tx) => recordEvents(tx, clock, accountId, [draft]))
  const { events } = await readEvents(database, accountId, { after: 0, types: [draft.type], limit: 1 })
  return events[0]!.id
}

/** Nothing can be done with what is deleted, so what deletes comes last, and items go before what held them. */
const deletionsLast = (operationId: string): number =>
  /^(remove|deleteWatch$)/.test(operationId) ? 1 : /^(delete|disconnectHubspot)/.test(operationId) ? 2 : 0

/** The blocks of the page in one language, by operation, in the order in which they can run. */
export function blocksOf(page: string, language: string): { operationId: string; code: string }[] {
  const sections = page.split(/<section id="/).slice(1)
  return sections
    .flatMap((section) => {
      const operationId = /^(\w+)" class="operation"/.exec(section)?.[1]
      const code = new RegExp(`data-language="${language}">[\\s\\S]*?<code>([\\s\\S]*?)</code>`).exec(section)?.[1]
      return operationId && code ? [{ operationId, code: toPlain(code) }] : []
    })
    .sort((a, b) => deletionsLast(a.operationId) - deletionsLast(b.operationId))
}
