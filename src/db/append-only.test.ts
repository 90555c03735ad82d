import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { findUnprotected, isBoundByPrivileges, protectAgain, whileAllowed } from './append-only.ts'
import { rawSql } from './sql.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

it('a restore that lost the append-only protection of the ledger is noticed, and the protection given back', async () => {
  const { database } = store
  expect(await findUnprotected(database)).toEqual([])
  await database.query(rawSql('GRANT ALL ON credit_entries, reveals TO CURRENT_USER'))
  expect(await protectAgain(database)).toEqual(['credit_entries', 'reveals'])
  expect(await findUnprotected(database)).toEqual([])
  await expect(database.query(rawSql('DELETE FROM reveals'))).rejects.toMatchObject({ code: '42501' })
})

it('the role of the application is bound by privileges, and a privilege taken for a transaction is never seen by others', async () => {
  const { database } = store
  expect(await isBoundByPrivileges(database)).toBe(true)
  await database.transaction((tx) =>
    whileAllowed(tx, 'audit_entries', 'DELETE', async () => {
      expect(await findUnprotected(tx)).toEqual(['audit_entries'])
      expect(await findUnprotected(database)).toEqual([])
    }),
  )
  expect(await findUnprotected(database)).toEqual([])
  const failing = database.transaction((tx) =>
    whileAllowed(tx, 'audit_entries', 'DELETE', () => Promise.reject(new Error('no'))),
  )
  await expect(failing).rejects.toThrow('no')
  expect(await findUnprotected(database)).toEqual([])
})
