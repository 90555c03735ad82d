import { describe, expect, it } from 'vitest'
import { actsOf, mergedEntry, readsOn, wholeActs } from './acts.ts'
import type { CreditEntry } from './entries.ts'

const entry = (id: string, second: number, more: Partial<CreditEntry> = {}): CreditEntry => ({
  id,
  object: 'credit_entry',
  kind: 'spend',
  amount: -2,
  balance_after: 100 - second,
  door: 'web',
  actor: { type: 'member', id: 'ada', name: 'Ada' },
  contact_ids: [`${id}1`, `${id}2`],
  lots: [],
  job_id: null,
  reference: null,
  spend_id: null,
  reason: null,
  request_id: `req_${id}`,
  created_at: new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString(),
  ...more,
})

const idsOf = (entries: CreditEntry[]) => actsOf(entries).map((act) => act.entries.map(({ id }) => id).join(''))

describe('acts of a statement', () => {
  it('are the requests of one reveal, whose sum and last balance they have', () => {
    const [act] = actsOf([entry('c', 40), entry('b', 20), entry('a', 0)])
    expect(mergedEntry(act!)).toMatchObject({ id: 'c', amount: -6, balance_after: 60 })
    expect(mergedEntry(act!).contact_ids).toHaveLength(6)
  })

  it('end with another person, another door, another kind, and with a pause', () => {
    expect(idsOf([entry('b', 10, { actor: { type: 'member', id: 'bob', name: 'Bob' } }), entry('a', 0)])).toEqual([
      'b',
      'a',
    ])
    expect(idsOf([entry('b', 10, { door: 'api_key' }), entry('a', 0)])).toEqual(['b', 'a'])
    expect(idsOf([entry('c', 20), entry('b', 10, { kind: 'refund' }), entry('a', 0)])).toEqual(['c', 'b', 'a'])
    expect(idsOf([entry('b', 70), entry('a', 0)])).toEqual(['b', 'a'])
  })

  it('are one for a job, however long it took', () => {
    expect(idsOf([entry('b', 900, { job_id: 'job_1' }), entry('a', 0, { job_id: 'job_1' })])).toEqual(['ba'])
    expect(idsOf([entry('b', 10, { job_id: 'job_2' }), entry('a', 0, { job_id: 'job_1' })])).toEqual(['b', 'a'])
  })

  it('USAGE-8: are shown once all of them is read', () => {
    const acts = actsOf([entry('c', 900), entry('b', 20), entry('a', 0)])
    expect(wholeActs(acts, true).map(({ id }) => id)).toEqual(['c'])
    expect(wholeActs(acts, false).map(({ id }) => id)).toEqual(['c', 'b'])
  })

  it('USAGE-8: are read on until there are lines to show, also when a large one goes over the end of a page', () => {
    const grant = entry('z', 50, { kind: 'grant' })
    const parts = Array.from({ length: 49 }, (_, at) => entry(`p${at}`, 49 - at))
    expect(readsOn([[grant, ...parts]], true)).toBe(true)
    expect(readsOn([[grant, ...parts]], false)).toBe(false)
    const grants = Array.from({ length: 12 }, (_, at) => entry(`g${at}`, 50 - at, { kind: 'grant' }))
    expect(readsOn([grants], true)).toBe(false)
    expect(readsOn([grants, parts], true)).toBe(true)
  })

  it('are never made of anything but reveals', () => {
    expect(idsOf([entry('b', 10, { kind: 'grant' }), entry('a', 0, { kind: 'grant' })])).toEqual(['b', 'a'])
  })
})
