import { expect, it } from 'vitest'
import { exportableEmailStatuses } from '../../../../src/base/email-kinds.ts'
import { bestEmail } from '../../../../src/contacts/revealed-contact.ts'
import type { RevealedContact } from '../../api/contacts.ts'
import { bestFirst, bestOf } from './revealed-contact.ts'

type Status = RevealedContact['emails'][number]['status']

const email = (name: string, status: string, isPrimary = false) => ({
  email: `${name}@shop.example`,
  status: status as Status,
  type: 'work' as const,
  is_primary: isPrimary,
  verified_at: null,
})

it.each([
  ['the verified one, whichever is the primary one', [email('a', 'found', true), email('b', 'verified')], 'b'],
  [
    'the matched one before a found one',
    [email('a', 'reported', true), email('b', 'found'), email('c', 'matched')],
    'c',
  ],
  ['the found one before one that bounced', [email('a', 'reported', true), email('b', 'found')], 'b'],
  ['the primary one of several that are verified', [email('a', 'verified'), email('b', 'verified', true)], 'b'],
  [
    'the first one without a primary one',
    [email('a', 'found', true), email('b', 'matched'), email('c', 'matched')],
    'b',
  ],
  ['one that bounced, where there is no other', [email('a', 'reported', true)], 'a'],
  ['the primary one of statuses that are not known here', [email('a', 'new'), email('b', 'newer', true)], 'b'],
])('LIST-17: the email that stands for all is %s', (_, emails, name) => {
  expect(bestOf({ emails, phones: [] })).toEqual({ email: `${name}@shop.example`, phone: undefined })
})

it('LIST-17: the server and the web application take the same email for all of a contact', () => {
  const kinds = exportableEmailStatuses.flatMap((status) => [email('a', status, true), email('a', status)])
  const named = (...emails: ReturnType<typeof email>[]) =>
    emails.map((one, at) => ({ ...one, email: `${at}@shop.example` }))
  const all = kinds.flatMap((a) => kinds.flatMap((b) => [named(a), named(a, b), ...kinds.map((c) => named(a, b, c))]))
  for (const emails of [[], ...all]) expect(bestOf({ emails, phones: [] }).email).toBe(bestEmail(emails)?.email)
})

it('LIST-17: all emails of a contact are listed from the best status to the worst', () => {
  const emails = [
    email('a', 'new'),
    email('b', 'found', true),
    email('c', 'reported'),
    email('d', 'verified'),
    email('e', 'matched'),
    email('f', 'verified', true),
  ]
  expect(
    bestFirst(emails)
      .map((one) => one.email[0])
      .join(''),
  ).toBe('fdebca')
  expect(emails[0]).toMatchObject({ status: 'new' })
})

it('the phone that stands for all is the primary one', () => {
  const phone = (number: string, isPrimary: boolean) => ({
    phone: number,
    type: 'direct' as const,
    is_primary: isPrimary,
  })
  const phones = [phone('+1 202 555 0101', false), phone('+1 202 555 0102', true)]
  expect(bestOf({ emails: [], phones })).toEqual({ email: undefined, phone: '+1 202 555 0102' })
})
