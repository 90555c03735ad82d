import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { advisoryLocks } from './locks.ts'

it('every advisory lock has a number of its own, and the ones that migrations and other releases use have not moved', () => {
  const { migration, privileges, demo } = advisoryLocks
  expect({ migration, privileges, demo }).toEqual({
    migration: 7_305_120_831,
    privileges: 7_305_120_832,
    demo: 7_305_120_833,
  })
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('migrations take only locks that are listed', () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const taken = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/pg_(?:try_)?advisory\w*\((\d+)/g)].map(([, number]) =>
      Number(number),
    ),
  )
  expect(new Set(taken)).toEqual(new Set([advisoryLocks.privileges]))
})
