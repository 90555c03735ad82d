import { roles, type Scope, type SessionScope, scopesOfRole } from '../base/scopes.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'

type Scopes = readonly (Scope | SessionScope)[]

/** In SQL, what the role of `m` allows, as far as it is let through. */
export function scopesByRole(pick: (scopes: Scopes) => Scopes = (all) => all): Sql {
  const cases = roles.map((role) => sql`WHEN ${rawSql(`'${role}'`)} THEN ${pick(scopesOfRole[role])}::text[]`)
  return sql`CASE m.role ${cases.reduce((before, one) => sql`${before} ${one}`)} END`
}
