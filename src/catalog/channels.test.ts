import { describe, expect, test } from 'vitest'
import { emailTypes } from '../base/email-kinds.ts'
import {
  type Channels,
  exportableChannels,
  normaliseEmailStatus,
  normaliseEmailType,
  phoneTypes,
  summarise,
} from './channels.ts'

const email = (address: string, status: string, is_primary = false) => ({
  email: address,
  status,
  type: 'work' as const,
  is_primary,
})
const phone = (number: string, is_primary = false) => ({ phone: number, type: 'mobile' as const, is_primary })
const nothing: Channels = { emails: [], phones: [], linkedin_url: null }

describe('C1: one rule says what may leave', () => {
  test.each(['verified', 'matched', 'found'])('CONTACT-2: an email that is %s may leave', (status) => {
    expect(exportableChannels({ ...nothing, emails: [email('a@shop.example', status)] }).emails).toHaveLength(1)
  })

  test.each(['guessed', 'catch_all', 'bounced', 'suppressed', 'unknown', '', 'VERIFIED ', 'valid'])(
    'CONTACT-2: an email that is %j may not',
    (status) => {
      const channels = { ...nothing, emails: [email('a@shop.example', status)] }
      expect(exportableChannels(channels).emails).toEqual([])
      expect(summarise(channels).has_email).toBe(false)
    },
  )

  test('CONTACT-4: a list that is not empty has exactly one primary', () => {
    const none = exportableChannels({ ...nothing, phones: [phone('1'), phone('2')] })
    expect(none.phones.map((item) => item.is_primary)).toEqual([true, false])
    const several = exportableChannels({ ...nothing, phones: [phone('1'), phone('2', true), phone('3', true)] })
    expect(several.phones.map((item) => item.is_primary)).toEqual([false, true, false])
  })

  test('when the primary email may not leave, the first that may is primary', () => {
    const channels = {
      ...nothing,
      emails: [email('a@x.example', 'bounced', true), email('b@x.example', 'found'), email('c@x.example', 'found')],
    }
    const { emails } = exportableChannels(channels)
    expect(emails.map((item) => [item.email, item.is_primary])).toEqual([
      ['b@x.example', true],
      ['c@x.example', false],
    ])
  })

  test('the summary says what a reveal would return', () => {
    expect(summarise(nothing)).toEqual({ has_email: false, has_phone: false, has_linkedin: false })
    expect(summarise({ ...nothing, phones: [phone('1')] }).has_phone).toBe(true)
    expect(summarise({ ...nothing, linkedin_url: 'https://linkedin.example/in/x' }).has_linkedin).toBe(true)
  })

  test('CONTACT-3: statuses and types are read however a source spells them', () => {
    expect(normaliseEmailStatus('Catch-All')).toBe('catch_all')
    expect(normaliseEmailStatus(' Verified')).toBe('verified')
    expect(normaliseEmailStatus(null)).toBe('unknown')
    expect(['Valid', 'deliverable', 'OK'].map(normaliseEmailStatus)).toEqual(['verified', 'verified', 'verified'])
    expect(['accept-all', 'Accept All'].map(normaliseEmailStatus)).toEqual(['catch_all', 'catch_all'])
    expect(['invalid', 'undeliverable'].map(normaliseEmailStatus)).toEqual(['bounced', 'bounced'])
    expect(['risky', 'constructor'].map(normaliseEmailStatus)).toEqual([null, null])
    expect(normaliseEmailType('WORK')).toBe('work')
    expect(normaliseEmailType('role')).toBe('other')
    expect(emailTypes).toEqual(['work', 'personal', 'generic', 'other'])
    expect(phoneTypes).toEqual(['direct', 'mobile', 'company', 'other'])
  })
})
