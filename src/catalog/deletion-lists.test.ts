import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { publishedHash } from './deletion-lists.ts'

it.each([
  // The platform's own examples.
  ['phone', '+1(415)555-9317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
  ['phone', '+84(90)123 4567', 'ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U='],
  // SHA-256 of what is given here as the standard form.
  ['phone', '001 415 555 9317', { of: '4155559317' }],
  ['phone', '415.555.9317', { of: '4155559317' }],
  ['phone', '+1 415 555 9317 ', { of: '4155559317' }],
  ['phone', '555-9317', { of: '5559317' }],
  ['phone', '+1 (415) 555-9317 x12', { of: '4155559317' }],
  ['phone', '415.555.9317, ext. 12', { of: '4155559317' }],
  ['phone', 'tel:+1-415-555-9317;ext=1234', { of: '4155559317' }],
  ['phone', '+14155559317,,12#', { of: '4155559317' }],
  ['phone', '415,555,9317', { of: '4155559317' }],
  ['phone', '2nd line: +1 415 555 9317', { of: '4155559317' }],
  ['phone', '+1 \uff14\uff11\uff15 555 9317', { of: '4155559317' }],
  ['email', 'ada@shop.example', { of: 'ada@shop.example' }],
  ['email', ' Ada @Shop.Example\t', { of: 'ada@shop.example' }],
  ['email', 'ADA.Byron+Shop@SHOP.EXAMPLE', { of: 'ada.byron+shop@shop.example' }],
  ['email', 'o\u2019neil@shop.example', { of: 'o\u2019neil@shop.example' }],
  ['email', 'ÄDA@bücher.example', { of: 'äda@bücher.example' }],
] as const)('DROP-1: a %s, %j, is standardised and hashed as the platform publishes it', (kind, value, wanted) => {
  const hash = typeof wanted === 'string' ? wanted : createHash('sha256').update(wanted.of).digest('base64')
  expect(publishedHash(kind, value)).toBe(hash)
})
