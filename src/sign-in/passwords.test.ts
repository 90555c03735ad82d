import { expect, it } from 'vitest'
import { readCommonWords, weaknessOf } from './passwords.ts'

it.each([
  'password123',
  'P@ssw0rd2024!',
  'qwertyuiop12',
  '1234567890',
  '0987654321',
  '1qaz2wsx3edc',
  'aaaaaaaaaaaa',
  'ababababab',
  'iloveyou!!!!',
  'ILOVEYOU2024',
  'Summer-Dragon99',
  'letmein12345',
  'tr0ub4dor&michael',
  'monkeymonkey',
  'zaq12wsxcde3',
  'trustno1trustno1',
  'Blink182Blink182',
  'slipknot666!',
])('SEC-14: %s is refused with a reason, unless it only looks like one', (password) => {
  const reason = weaknessOf(password, {})
  // Three parts are more than a list of single words can tell.
  if (password.startsWith('tr0ub')) expect(reason).toBeNull()
  else expect(reason).toMatch(/^This password .+\.$/)
})

it('SEC-14: the list is used as a whole, not only its first words', () => {
  const words = [...readCommonWords()]
  expect(words.length).toBeGreaterThan(49_000)
  const usual = words.filter((word) => /^[a-z]{8,}$/.test(word) && new Set(word).size >= 5)
  for (const at of [0.2, 0.5, 0.8, 0.999]) {
    const word = usual[Math.floor(usual.length * at)]!
    expect([word, weaknessOf(`${word}2026!`, {})]).toEqual([word, expect.stringContaining('attackers try first')])
  }
})

it.each([
  ['Pr0spector2026!', {}],
  ['ProspectorProspector', {}],
  ['Wennerblad1815!', { email: 'wennerblad@shop.example' }],
  ['nordlyst1999', { email: 'ada@nordlyst.example' }],
  ['N0rd Lyst 99', { email: 'ada@nord-lyst.example' }],
  ['Ada Wennerblad', { name: 'Ada Wennerblad' }],
  ['w3nnerbl4d-1815', { name: 'Ada  Wennerblad' }],
  ['WennerbladWennerblad', { name: 'Ada Wennerblad' }],
  ['wennerbladsummer', { name: 'Ada Wennerblad' }],
])(
  'SEC-14: %s is refused as the name of this service or of the person, their mailbox or mail domain',
  (password, person) => {
    expect(weaknessOf(password, person)).toMatch(/your own name or email, or of the name of this service/)
  },
)

it('SEC-14: own words are no reason to refuse a sentence that holds one', () => {
  const ada = { email: 'ada@shop.example', name: 'Ada Wennerblad' }
  expect(weaknessOf('wennerblad purple staircase', ada)).toBeNull()
  expect(weaknessOf('granada-1815-lamps', ada)).toBeNull()
})

it.each(['correct horse battery staple', 'purple staircase 19 lamps', 'vK9#mQ2$xL7p', 'nordlicht-fahrrad-83'])(
  '%s is accepted',
  (password) => {
    expect(weaknessOf(password, {})).toBeNull()
  },
)
