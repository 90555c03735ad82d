import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'

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
  expect(first.body.credits).toEqual({ spent: 1, remaining: 9 })
  expect(first.body.data[0]).toMatchObject({ id, reveal_status: 'newly_revealed', charged: true })

  const second = await test.reveal(apiKey, [id])
  expect(second.body.credits).toEqual({ spent: 0, remaining: 9 })
  expect(second.body.data[0]).toMatchObject({ id, reveal_status: 'already_revealed', charged: false })
})
