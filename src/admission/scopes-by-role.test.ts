import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { roles, scopesOfRole } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import { scopesByRole } from './scopes-by-role.ts'

it('AUTH-5: every role holds in the database what it allows, and what is no role holds nothing', async () => {
  const { database, drop } = await createTestDatabase()
  const rows = await database.query<{ role: string; scopes: string[] | null }>(
    sql`SELECT m.role, ${scopesByRole()} AS scopes FROM unnest(${[...roles, 'guest']}::text[]) AS m(role)`,
  )
  expect(Object.fromEntries(rows.map(({ role, scopes }) => [role, scopes]))).toEqual({ ...scopesOfRole, guest: null })
  await drop()
})
