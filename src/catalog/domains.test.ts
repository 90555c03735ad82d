import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../test/support/seed.ts'
import { normaliseDomain } from './domains.ts'

describe('C9: a domain is found in anything a person would paste', () => {
  test.each([
    ['shop.com', 'shop.com'],
    ['https://WWW.Shop.com/products?x', 'shop.com'],
    ['  http://shop.com:8080/#top ', 'shop.com'],
    ['//shop.com/a', 'shop.com'],
    ['shop.com:443', 'shop.com'],
    ['shop.com.', 'shop.com'],
    ['https://user:secret@shop.com/', 'shop.com'],
    ['jane@shop.com', 'shop.com'],
    ['mailto:jane@shop.com', 'shop.com'],
    ['<https://shop.com>', 'shop.com'],
    ['"shop.com",', 'shop.com'],
    ['shop.com?utm_source=a@b.c', 'shop.com'],
    ['https://shop.com\\products', 'shop.com'],
    ['http:shop.com', 'shop.com'],
    ['de.shop.co.uk', 'de.shop.co.uk'],
    ['tea-house.example', 'tea-house.example'],
    ['www.com', 'www.com'],
    ['www.shop.example', 'shop.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['https://www.bücher.example/weg', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['shop。com', 'shop.com'],
    ['💩.la', 'xn--ls8h.la'],
    ['магазин.рф', 'xn--80aairftm.xn--p1ai'],
  ])('STORE-4: %s is %s', (pasted, domain) => {
    expect(normaliseDomain(pasted)).toBe(domain)
  })

  test.each([
    '',
    '   ',
    'localhost',
    'shop',
    'http://',
    '127.0.0.1',
    'http://10.0.0.1:80/x',
    '0x7f.1',
    '[::1]',
    'https://[2001:db8::1]/x',
    'shop..com',
    '.com',
    '-shop.com',
    'shop-.com',
    'my shop.com',
    'sh\0op.com',
    'shop.c',
    'xn--.example',
    'javascript:alert(1)',
    '@',
  ])('%j is not a domain', (pasted) => {
    expect(normaliseDomain(pasted)).toBeNull()
  })

  test('a text that is longer than a domain can be is not a domain', () => {
    expect(normaliseDomain(`${'a'.repeat(64)}.com`)).toBeNull()
    expect(normaliseDomain(`${'abcdefgh.'.repeat(28)}example`)).toBeNull()
    expect(normaliseDomain('a.'.repeat(1_000_000))).toBeNull()
  })

  test.each([
    ['blanks', `a${' '.repeat(9_990)}1`],
    ['dots', `ü${'.'.repeat(9_990)}x`],
    ['quotes', `a${'"'.repeat(9_990)}1`],
  ])('long runs of %s in the middle take no longer than other text of their length', (_what, pasted) => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < 20; time += 1) expect(normaliseDomain(pasted)).toBeNull()
    // It takes a few milliseconds of processor time; in the square of the length it took many seconds.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })

  test('no string makes it throw, and what it finds it finds again', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain(), fc.emailAddress())
    fc.assert(
      fc.property(anything, (pasted) => {
        const domain = normaliseDomain(pasted)
        if (domain !== null) expect(normaliseDomain(domain)).toBe(domain)
      }),
      { numRuns: cases(500) },
    )
  })
})
