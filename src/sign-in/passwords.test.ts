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
  const reason = weaknessOf(password)
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
    expect([word, weaknessOf(`${word}2026!`)]).toEqual([word, expect.stringContaining('attackers try first')])
  }
})

it('SEC-14: the name of the person or of this service is not a password', () => {
  expect(weaknessOf('Pr0spector2026!')).toMatch(/name of this service/)
  expect(weaknessOf('Lovelace1815!', ['lovelace@shop.example'])).toMatch(/your own name/)
  expect(weaknessOf('acmestores99', ['ada@acmestores.example'])).toMatch(/your own name/)
  expect(weaknessOf('Ada Lovelace', ['', 'adalovelace'])).toBeNull()
})

it.each(['correct horse battery staple', 'purple staircase 19 lamps', 'vK9#mQ2$xL7p', 'nordlicht-fahrrad-83'])(
  '%s is accepted',
  (password) => {
    expect(weaknessOf(password)).toBeNull()
  },
)
