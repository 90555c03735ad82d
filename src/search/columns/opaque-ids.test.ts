import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactIdPrefix, packId, unpackId } from './opaque-ids.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const suffixes = fc.array(fc.constantFrom(...letters), { minLength: 16, maxLength: 16 }).map((parts) => parts.join(''))

test('every id survives packing into twelve bytes', () => {
  fc.assert(
    fc.property(suffixes, (suffix) => {
      const words = packId(contactIdPrefix + suffix, contactIdPrefix)!
      expect(words.byteLength).toBe(12)
      expect(unpackId(contactIdPrefix, words, 0)).toBe(contactIdPrefix + suffix)
    }),
  )
})

test.each([
  '',
  'ct_live_',
  'st_live_AAAAAAAAAAAAAAAA',
  'ct_test_AAAAAAAAAAAAAAAA',
  'ct_live_AAAAAAAAAAAAAAA',
  'ct_live_AAAAAAAAAAAAAAAAA',
  'ct_live_AAAAAAA1AAAAAAAA',
  'ct_live_AAAAAAAAAAAAAAA_',
  'ct_live_AAAAAAAAAAAAAAAé',
])('what is not a contact id is refused: %j', (id) => {
  expect(packId(id, contactIdPrefix)).toBeNull()
})
