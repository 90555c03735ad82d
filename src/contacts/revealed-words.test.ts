import { describe, expect, it } from 'vitest'
import type { Channels } from '../catalog/channels.ts'
import { readWords } from './revealed-words.ts'

const named = {
  fullName: 'Zoë Blake',
  firstName: 'Zoë',
  lastName: 'Blake',
  title: 'Head of Growth',
  role: 'head_of_growth',
  store: { domain: 'keen-bison24680.example', name: 'Keen Bison' },
}
const channels = {
  emails: [{ email: 'zoe.blake@keen-bison.example', status: 'verified', type: 'work', is_primary: true }],
  phones: [{ phone: '+49 30 555-0147', type: 'mobile', is_primary: true }],
  linkedin_url: 'https://www.linkedin.com/in/zoe-blake-12345678',
} as unknown as Channels

const isFound = (text: string, allowsTypos = false): boolean => {
  const { matchesNames, matchesChannels } = readWords(text, allowsTypos)
  return matchesNames(named) && (matchesChannels?.(channels) ?? true)
}

describe('words for revealed contacts', () => {
  it.each([
    'zoe blake',
    'blake bison',
    'growth KEEN',
    'zoe.blake@keen-bison.example',
    'ZOE.BLAKE@',
    '@keen-bison',
    '+49 30 5550147',
    '0049305550147',
    '030 555 0147',
    '030/5550147',
    '5550147',
    'zoe 5550147',
    '+49 30 555-0147 x12',
    '030 5550147, ext. 12',
    '+49305550147;ext=12',
    'blake @keen-bison.example',
    'keen-bison24680.example',
    'https://de.linkedin.com/in/Zoe-Blake-12345678/?originalSubdomain=de',
    'linkedin.com/in/zoe-blake-12345678',
  ])('%s finds her', (text) => expect(isFound(text)).toBe(true))

  it.each(['zoe smith', 'zoe@other.example', 'smith @keen-bison', '+49 30 5550148', '030 999 0147', 'zoe 1234567'])(
    '%s does not',
    (text) => expect(isFound(text)).toBe(false),
  )
  it('nor does the profile of somebody else', () => expect(isFound('linkedin.com/in/zoe-blake')).toBe(false))

  it.each(['zoe blaek', 'blakr bison', 'kean-bison', 'grwoth keen', 'Zeo'])(
    'FIND-10: %s finds her only where typos are allowed',
    (text) => expect([isFound(text), isFound(text, true)]).toEqual([false, true]),
  )
  it.each(['zoe smith', 'bx', 'xlake', 'zoe@other.example', '+49 30 5550148'])(
    'FIND-10: %s does not find her even then',
    (text) => expect(isFound(text, true)).toBe(false),
  )

  it('opens no channel for words that are neither an address nor a number', () => {
    expect(readWords('blake 2026 keen-bison24680.example').matchesChannels).toBeNull()
  })
})
