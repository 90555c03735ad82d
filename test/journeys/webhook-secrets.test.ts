/** Webhooks whose secrets were sealed with another AUTH_SECRET than the one that is set. */
import { randomBytes } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSealer } from '../../src/base/seal.ts'
import { sql } from '../../src/base/sql.ts'
import { newSecret } from '../../src/webhooks/sign.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { createTestKey } from '../support/test-key.ts'
import { createWebhookAccount } from '../support/webhook-account.ts'

let test: TestApp
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example')
  test = await startTestApp({ webhookRequests: host.requests })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})
beforeEach(() => {
  host.visits.length = 0
})

/** As if AUTH_SECRET had been changed since the webhook was made. */
async function loseSecret(accountId: string): Promise<void> {
  const sealed = createSealer(randomBytes(32)).seal(newSecret(), accountId, 'webhook secret')
  await test.app.database.query(sql`UPDATE webhooks SET secret = ${sealed} WHERE account_id = ${accountId}`)
}

it('HOOK-4: a webhook whose secret can’t be read is disabled and its owners are told; a rotation brings it back', async () => {
  const draft = { url: host.at('crm.example', '/hook'), types: ['reveal.created'] }
  const { accountId, apiKey, email, call, id, reveal } = await createWebhookAccount(test, draft)
  await loseSecret(accountId)
  await reveal()
  await test.app.webhooks.runDue()
  expect((await call('GET', `/${id}`)).body.status).toBe('disabled')
  const feed = await test.call('GET', '/api/v1/events?types=webhook.disabled', { key: apiKey })
  expect(feed.body.data).toMatchObject([{ data: { webhook_id: id, reason: 'secret_unreadable' } }])
  await test.app.queue.runWaiting()
  const mails = test.mails.filter(({ to }) => to === email).map(({ subject, text }) => [subject, text])
  expect(mails).toEqual([[expect.stringContaining('was disabled'), expect.stringContaining('Rotate its secret')]])

  const { secret } = (await call('POST', `/${id}/rotate-secret`)).body
  await call('PATCH', `/${id}`, { status: 'enabled' })
  await reveal()
  await test.app.webhooks.runDue()
  expect(host.visits).toHaveLength(1)
  const { body, headers } = host.visits[0]!
  expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'reveal.created' })
})

it('HOOK-5: the test of a webhook whose secret can’t be read says so', async () => {
  const { accountId, call, id } = await createWebhookAccount(test, { url: host.at('crm.example', '/hook') })
  await loseSecret(accountId)
  const { status, body } = await call('POST', `/${id}/test`)
  expect([status, body.outcome, body.response]).toEqual([200, 'failed', expect.stringContaining('rotate it')])
  expect(host.visits).toEqual([])
})

it('MODE-9: test mode can be started over with a webhook whose secret can’t be read', async () => {
  const { accountId } = await test.createAccount()
  const { apiKey: key, testAccountId: before } = await createTestKey(test, accountId)
  const { id } = (await test.call('POST', '/api/v1/webhooks', { key, body: { url: host.at('crm.example', '/t') } }))
    .body
  await loseSecret(before)
  const { status, body } = await test.call('POST', '/api/v1/test/reset', { key, body: {} })
  expect(status, JSON.stringify(body)).toBe(200)
  const contact_ids = ['ct_test_VerifiedEmailOne']
  await test.call('POST', '/api/v1/contacts/reveal', { key, body: { contact_ids } })
  await test.app.webhooks.runDue()
  expect((await test.call('GET', `/api/v1/webhooks/${id}`, { key })).body.status).toBe('disabled')
})
