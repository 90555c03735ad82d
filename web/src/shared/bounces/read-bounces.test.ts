import { expect, test } from 'vitest'
import { readBounces } from './read-bounces.ts'

test('an address a line, with what the mail server said; a heading is left out, and each address counts once', () => {
  const text = [
    'Email,Reason',
    'ada@shop.example,550 5.1.1 User unknown',
    '"Ben" <ben@shop.example>;452 4.2.2 Mailbox full',
    'cleo@shop.example\tnew customer, 12 items',
    'ADA@shop.example',
    '',
  ].join('\r\n')
  expect(readBounces(text)).toEqual({
    bounces: [
      { email: 'ada@shop.example', code: '550 5.1.1 User unknown' },
      { email: 'ben@shop.example', code: 'Ben 452 4.2.2 Mailbox full' },
      { email: 'cleo@shop.example' },
    ],
    unread: [],
  })
})
