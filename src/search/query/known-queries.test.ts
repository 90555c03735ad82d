/** A query is worked out once for all its pages, and what is kept of queries is bounded. */
import { expect, it } from 'vitest'
import type { ContactQuery } from '../schema/filters.ts'
import { createKnownQueries } from './known-queries.ts'

const queryOf = (country: string): ContactQuery => ({ store: { countries: [country] } })

/** Tells how often each query was worked out. */
function counted() {
  const times = new Map<string, number>()
  const known = createKnownQueries<{ country: string }>()
  return (country: string) => {
    const outcome = known(queryOf(country), () => {
      times.set(country, (times.get(country) ?? 0) + 1)
      return { country }
    })
    return { outcome, times: times.get(country) }
  }
}

it('a query that is asked again is not worked out again', () => {
  const ask = counted()
  expect(ask('GB')).toEqual({ outcome: { country: 'GB' }, times: 1 })
  expect(ask('US')).toEqual({ outcome: { country: 'US' }, times: 1 })
  expect(ask('GB')).toEqual({ outcome: { country: 'GB' }, times: 1 })
})

it('a query that can’t be worked out fails each time', () => {
  const known = createKnownQueries<string>()
  const fail = () =>
    known(queryOf('GB'), () => {
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(fail).toThrow('no')
})

it('neither many queries nor a long one stay in memory', () => {
  const ask = counted()
  ask('GB')
  for (let number = 0; number < 1_000; number += 1) ask(`country ${number}`)
  expect(ask('GB').times).toBe(2)
  const long = 'x'.repeat(3_000)
  ask(long)
  expect(ask(long).times).toBe(2)
})
