import { expect, test } from 'vitest'
import { maskEmail, normaliseEmail, readProfileUrl } from './channel-values.ts'

test.each([
  [' Jane.Doe@Shop.Example ', 'jane.doe@shop.example'],
  ['mailto:jane@shop.example', 'jane@shop.example'],
  ['jane@bücher.example', 'jane@xn--bcher-kva.example'],
  ['JANE+tag@xn--bcher-kva.example', 'jane+tag@xn--bcher-kva.example'],
])('%s is compared as %s', (written, compared) => {
  expect(normaliseEmail(written)).toBe(compared)
})

test.each(['', 'jane', '@shop.example', 'jane@', 'jane@shop', 'a b@shop.example', 'a@b@c.example', 'a\0@b.example'])(
  '%j is not an address',
  (written) => {
    expect(normaliseEmail(written)).toBeNull()
  },
)

test('a masked address shows its first letter and its domain', () => {
  expect(maskEmail('jane@shop.example')).toBe('j***@shop.example')
})

test('one profile is one, however it is written', () => {
  const written = [
    'https://www.linkedin.com/in/Jane-Doe/',
    'http://linkedin.com/in/jane-doe?trk=x',
    'uk.linkedin.com/in/jane-doe',
    'https://www.linkedin.com/in/jane%2Ddoe#about',
  ]
  expect(new Set(written.map((url) => readProfileUrl(url)?.key))).toEqual(new Set(['linkedin.com/in/jane-doe']))
  expect(readProfileUrl('https://www.linkedin.com/in/Jane-Doe/')?.url).toBe('https://www.linkedin.com/in/Jane-Doe/')
  expect(readProfileUrl('linkedin.com/in/jane')?.url).toBe('https://linkedin.com/in/jane')
})

test.each([
  '',
  'n/a',
  'javascript:alert(1)',
  'ftp://linkedin.com/in/x',
  'https://linkedin.com',
  'https://a:b@x.com/in/y',
])('%j is not a profile', (written) => {
  expect(readProfileUrl(written)).toBeNull()
})
