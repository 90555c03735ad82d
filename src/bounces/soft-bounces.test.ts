import { expect, it } from 'vitest'
import { isSoft } from './report-bounces.ts'

it('BOUNCE-5: a code says what a mail server meant, alone or in a whole line', () => {
  const soft = [
    '4.2.2',
    '452',
    '452 4.2.2 The email account is over quota',
    '450',
    'SMTP error 421: try later',
    '#4.0.0',
  ]
  const hard = [
    undefined,
    '',
    '5.1.1',
    '550',
    '550 5.1.1 <x@y.example> user unknown',
    'unknown',
    'host 4.3.2.1 said: 550',
    '550 mailbox 452',
  ]
  expect(soft.filter((code) => !isSoft(code))).toEqual([])
  expect(hard.filter(isSoft)).toEqual([])
})
