import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it('the first reveal of a contact spends one credit and a second one none', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)

  const first = await test.reveal(apiKey, [id])
  expect(first.status).toBe(200)
  expect(first.body.credits).toMatchObject({ spent: 1, remaining: 9 })
  expect(first.body.data[0]).toMatchObject({ id, reveal_status: 'newly_revealed', charged: true })

  const second = await test.reveal(apiKey, [id])
  expect(second.body.credits).toMatchObject({ spent: 0, remaining: 9 })
  expect(second.body.data[0]).toMatchObject({ id, reveal_status: 'already_revealed', charged: false })
})

it('a contact that no key opens costs nothing, and the others of the request are revealed', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [good, broken, owned] = await test.plantContacts(3)
  await test.reveal(apiKey, [owned])
  await test.store.database.query(sql`
    UPDATE contacts SET channels_key_id = 'lost' WHERE contact_id = ANY(${[broken, owned]}::text[])`)

  const answer = await test.reveal(apiKey, [good, broken, owned])
  expect(answer.status).toBe(200)
  expect(answer.body.credits).toMatchObject({ spent: 1, remaining: 8 })
  expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual([good])
  expect(answer.body.unavailable_contact_ids).toEqual([broken, owned])
  expect((await test.reveal(apiKey, [broken])).body.error.code).toBe('no_revealable_contacts')

  const quote = await test.call('POST', '/api/v1/contacts/reveal/quote', {
    key: apiKey,
    body: { contact_ids: [good, broken, owned] },
  })
  expect(quote.body.credits.required).toBe(0)
  const listed = await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey })
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([good])
  expect(test.logLines.some((line) => line.includes('not in CHANNEL_KEY'))).toBe(true)
})
