import { expect, it } from 'vitest'
import type { JobQuote } from '../jobs/jobs.ts'
import { describeFree, describeNew, revealRequest } from './job-quote.ts'

const quote = {
  counts: { new: 13, already_revealed: 2, excluded: 1, unavailable: 0 },
  emails: { verified: 5, matched: 1, found: 1, reported: 0, none: 6 },
  email_types: { work: 5, personal: 0, generic: 2 },
} as JobQuote

it('a quote says what would be got: how many have an email, of which status and kind', () => {
  expect(describeNew(quote)).toBe('13 new: 7 with an email, 5 verified, 1 matched, 1 found, 2 generic')
  expect(
    describeNew({ ...quote, counts: { ...quote.counts, new: 6 }, emails: { ...none, none: 6 }, email_types: kinds }),
  ).toBe('6 new')
})
const none = { verified: 0, matched: 0, found: 0, reported: 0, none: 0 }
const kinds = { work: 0, personal: 0, generic: 0, other: 0 }

it('a quote says what costs nothing, and why', () => {
  expect(describeFree(quote)).toBe('2 already revealed, 1 excluded')
  expect(describeFree({ ...quote, counts: { new: 1, already_revealed: 0, excluded: 0, unavailable: 0 } })).toBeNull()
})

it('only paying for verified emails is part of what is asked for', () => {
  expect(revealRequest({ list_id: 'lst_1' }, 'verified')).toEqual({
    kind: 'reveal',
    list_id: 'lst_1',
    accept: ['verified'],
  })
  expect(revealRequest({ list_id: 'lst_1' }, 'any')).toEqual({ kind: 'reveal', list_id: 'lst_1' })
})
