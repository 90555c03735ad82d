/** The revealed contact and its channels. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import type { Channels } from '../../src/catalog/channels.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let apiKey: string
beforeAll(async () => {
  test = await startTestApp()
  apiKey = (await test.createAccount()).apiKey
})
afterAll(() => test.stop())

const email = (name: string, status: string, isPrimary = false) => ({
  email: `${name}@shop.example`,
  status,
  type: 'work' as const,
  is_primary: isPrimary,
})

async function revealOne(channels?: Partial<Channels>) {
  const ids = await test.plantContacts(1, channels)
  const { body } = await test.reveal(apiKey, ids)
  return body.data[0]
}

it('CONTACT-1: a revealed contact has exactly these fields', async () => {
  const contact = await revealOne({
    phones: [{ phone: '+1 202 555 0101', type: 'mobile', is_primary: true }],
    linkedin_url: 'https://linkedin.example/in/ada',
  })
  expect(contact).toEqual({
    id: expect.stringMatching(/^ct_[A-Za-z]+_[A-Za-z]{16}$/),
    object: 'contact',
    full_name: 'Ada Lovelace',
    first_name: 'Ada',
    last_name: 'Lovelace',
    title: 'Founder',
    role: 'founder',
    seniority: 'executive',
    linkedin_url: 'https://linkedin.example/in/ada',
    reveal_status: 'newly_revealed',
    charged: true,
    emails: [{ email: expect.any(String), status: 'verified', type: 'work', is_primary: true, verified_at: null }],
    phones: [{ phone: '+1 202 555 0101', type: 'mobile', is_primary: true }],
    store: {
      id: expect.stringMatching(/^st_[A-Za-z]+_[A-Za-z]{16}$/),
      domain: expect.stringMatching(/^[a-z]+\.example$/),
      name: 'A store',
    },
    revealed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: null,
    source: null,
    legal_basis: null,
  })
})

it('CONTACT-1: names, title, role and profile are null where the catalogue lacks them', async () => {
  const [id] = await test.plantContacts(1)
  await test.store.database.query(sql`
    UPDATE contacts SET first_name = NULL, last_name = NULL, full_name = NULL, title = NULL, role = NULL
    WHERE contact_id = ${id}`)
  const { body } = await test.reveal(apiKey, [id])
  expect(body.data[0]).toMatchObject({
    full_name: null,
    first_name: null,
    last_name: null,
    title: null,
    role: null,
    linkedin_url: null,
  })
})

it('CONTACT-2: only verified, matched and found emails are returned', async () => {
  const statuses = ['verified', 'matched', 'found']
  const kept = ['guessed', 'catch_all', 'bounced', 'suppressed', 'unknown', 'brand_new_status', '']
  const contact = await revealOne({
    emails: [...kept, ...statuses].map((status, at) => email(`p${at}`, status, status === 'guessed')),
  })
  expect(contact.emails.map((one: { status: string }) => one.status)).toEqual(statuses)
})

it('CONTACT-4: exactly one email and one phone is primary, also when the primary one may not leave', async () => {
  const contact = await revealOne({
    emails: [email('a', 'guessed', true), email('b', 'verified'), email('c', 'found')],
    phones: [
      { phone: '+1 202 555 0111', type: 'direct', is_primary: true },
      { phone: '+1 202 555 0112', type: 'company', is_primary: true },
    ],
  })
  expect(contact.emails.map((one: { is_primary: boolean }) => one.is_primary)).toEqual([true, false])
  expect(contact.phones.map((one: { is_primary: boolean }) => one.is_primary)).toEqual([true, false])
})

it('SUPPRESS-2, REVEAL-9: a suppressed contact is gone at once, for those who revealed it too, and refunds nothing', async () => {
  const { database } = test.store
  const account = await test.createAccount({ credits: 5 })
  const [id, other] = await test.plantContacts(2)
  await test.reveal(account.apiKey, [id])
  await suppress(database, test.app.channelKeys, { contact: id! })

  expect((await test.reveal(account.apiKey, [id])).status).toBe(404)
  const together = await test.reveal(account.apiKey, [id, other])
  expect(together.body.unavailable_contact_ids).toEqual([id])
  expect(together.body.credits).toMatchObject({ spent: 1, remaining: 3 })
  const listed = await test.call('GET', '/api/v1/contacts/revealed', { key: account.apiKey })
  expect(listed.body.data.map((contact: { id: string }) => contact.id)).toEqual([other])
  const csv = await test.call('GET', '/api/v1/contacts/revealed', {
    key: account.apiKey,
    headers: { accept: 'text/csv' },
  })
  expect(csv.text).not.toContain(id)
})

it('REVEAL-9: a contact that left the catalogue stays readable for those who revealed it, and for nobody else', async () => {
  const owner = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  await test.reveal(owner.apiKey, ids)
  await test.store.database.query(sql`UPDATE contacts SET retired_at = now() WHERE contact_id = ${ids[0]}`)

  const again = await test.reveal(owner.apiKey, ids)
  expect(again.body.data[0]).toMatchObject({ reveal_status: 'already_revealed', charged: false })
  expect(again.body.data[0].emails).toHaveLength(1)
  expect((await test.reveal(apiKey, ids)).status).toBe(404)
})

it('REVEAL-9: an owned contact whose channels are no longer exportable is returned with empty lists', async () => {
  const owner = await test.createAccount({ credits: 5 })
  const [id] = await test.plantContacts(1)
  await test.reveal(owner.apiKey, [id])
  const sealed = test.app.channelKeys.seal(id!, { emails: [email('a', 'bounced')], phones: [], linkedin_url: null })
  await test.store.database.query(
    sql`UPDATE contacts SET channels = ${sealed.sealed}, has_email = false WHERE contact_id = ${id}`,
  )
  const { status, body } = await test.reveal(owner.apiKey, [id])
  expect(status).toBe(200)
  expect(body.data[0]).toMatchObject({ emails: [], phones: [], linkedin_url: null, charged: false })
})

it('SECRET-1: channels are encrypted in the database, under a key that the row names', async () => {
  const [id] = await test.plantContacts(1, { emails: [email('plain-to-see', 'verified')] })
  const [row] = await test.store.database.query<{ channels: Buffer; channels_key_id: string }>(
    sql`SELECT channels, channels_key_id FROM contacts WHERE contact_id = ${id}`,
  )
  expect(row!.channels.toString('latin1')).not.toContain('plain-to-see')
  expect(row!.channels_key_id).toBe(test.app.channelKeys.currentKeyId)
})
