import { expect, it } from 'vitest'
import { prepared, rawSql, sql } from './sql.ts'

it('interpolated values become parameters, never text', () => {
  const evil = "'; DROP TABLE accounts; --"
  expect(sql`SELECT ${evil}, ${1}`).toMatchObject({ text: 'SELECT $1, $2', values: [evil, 1] })
})

it('nested pieces become SQL, with their placeholders renumbered', () => {
  const condition = sql`a = ${1} AND b = ${2}`
  const rest = sql`LIMIT ${3}`
  const { text, values } = sql`SELECT ${0} WHERE ${condition} OR ${sql`c = ${sql`d + ${9}`}`} ${rest}`
  expect(text).toBe('SELECT $1 WHERE a = $2 AND b = $3 OR c = d + $4 LIMIT $5')
  expect(values).toEqual([0, 1, 2, 9, 3])
})

it('a function in several places is one parameter, and equal values are several', () => {
  const [now, then] = [() => 1, () => 1]
  const { text, values } = sql`SELECT ${now}, ${sql`${then} > ${now}`}, ${5}, ${5}, ${then}`
  expect(text).toBe('SELECT $1, $2 > $1, $3, $4, $2')
  expect(values).toEqual([now, then, 5, 5])
})

it('an object that only looks like a piece stays a parameter', () => {
  const forged = { text: 'DROP TABLE accounts', values: [], strings: ['DROP TABLE accounts'] }
  expect(sql`SELECT ${forged}`).toMatchObject({ text: 'SELECT $1', values: [forged] })
})

it('an empty piece leaves no trace', () => {
  expect(sql`SELECT 1 ${sql``}`.text).toBe('SELECT 1 ')
})

it('trusted text stands as it is, and a prepared statement keeps text and values under its name', () => {
  expect(sql`SELECT ${rawSql('now()')}`.text).toBe('SELECT now()')
  expect(prepared('one', sql`SELECT ${1}`)).toEqual({ name: 'one', text: 'SELECT $1', values: [1] })
})
