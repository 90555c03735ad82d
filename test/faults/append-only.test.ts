import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql } from '../../src/db/sql.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  const { apiKey } = await test.createAccount({ credits: 5 })
  const answer = await test.reveal(apiKey, await test.plantContacts(1))
  expect(answer.status).toBe(200)
})
afterAll(() => test.stop())

it.each([
  'UPDATE credit_entries SET amount = 0',
  'DELETE FROM credit_entries',
  'TRUNCATE credit_entries',
  'UPDATE reveals SET entry_seq = 1',
  'DELETE FROM reveals',
  'TRUNCATE reveals',
])('CREDIT-7, L13: the role of the application may not run: %s', async (statement) => {
  await expect(test.store.database.query(rawSql(statement))).rejects.toMatchObject({ code: '42501' })
})

it('L13: the role of the application is bound by privileges, because it is no superuser', async () => {
  const [role] = await test.store.database.query(
    rawSql('SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user'),
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false })
})
