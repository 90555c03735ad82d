/** An account with a webhook, and what its owner does with it. */
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

export async function createWebhookAccount(test: TestApp, draft: { url: string; types?: string[] }) {
  const email = `${crypto.randomUUID()}@owner.example`
  const account = await test.createAccount({ credits: 1_000, email })
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1/webhooks${path}`, { key: account.apiKey, ...(body && { body }) })
  const made = await call('POST', '', draft)
  expect(made.status).toBe(201)
  const { id, secret } = made.body as { id: string; secret: string }
  return {
    ...account,
    email,
    call,
    id,
    secret,
    webhook: made.body,
    /** So many reveals, one contact each. */
    async reveal(count = 1) {
      for (const contact of await test.plantContacts(count)) await test.reveal(account.apiKey, [contact])
    },
    deliveries: async () => (await call('GET', `/${id}/deliveries`)).body.data,
  }
}
