import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createChannelKeys } from './channel-keys.ts'
import type { Channels } from './channels.ts'

const channels: Channels = {
  emails: [{ email: 'jané@shop.example', status: 'verified', type: 'work', is_primary: true }],
  phones: [],
  linkedin_url: null,
}
const [first, second] = [randomBytes(32), randomBytes(32)]
const contactId = 'ct_live_aaaaaaaaaaaaaaaa'

describe('C2: channels are sealed under a key that can be rotated', () => {
  test('SECRET-1: sealed channels open again, for their own contact only', () => {
    const keys = createChannelKeys([first])
    const { keyId, sealed } = keys.seal(contactId, channels)
    expect(keys.open(contactId, keyId, sealed)).toEqual(channels)
    expect(() => keys.open('ct_live_bbbbbbbbbbbbbbbb', keyId, sealed)).toThrow()
  })

  test('SECRET-1: a changed byte anywhere is noticed', () => {
    const keys = createChannelKeys([first])
    const { keyId, sealed } = keys.seal(contactId, channels)
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => keys.open(contactId, keyId, changed)).toThrow()
    }
  })

  test('the same channels never look the same twice, and show nothing of themselves', () => {
    const keys = createChannelKeys([first])
    const seals = Array.from({ length: 2_000 }, () => keys.seal(contactId, channels).sealed)
    expect(new Set(seals.map((sealed) => sealed.subarray(0, 12).toString('hex'))).size).toBe(2_000)
    expect(seals.some((sealed) => sealed.includes('shop.example'))).toBe(false)
  })

  test('SECRET-2: a new key in front seals from now on; the old one still opens and still matches', () => {
    const before = createChannelKeys([first])
    const after = createChannelKeys([second, first])
    const old = before.seal(contactId, channels)
    expect(after.open(contactId, old.keyId, old.sealed)).toEqual(channels)
    expect(after.currentKeyId).not.toBe(before.currentKeyId)
    expect(after.seal(contactId, channels).keyId).toBe(after.currentKeyId)
    expect(after.hash('email', 'a@b.example')).toEqual(before.hash('email', 'a@b.example'))
  })

  test('without its key nothing opens, and the message names no channel', () => {
    const { keyId, sealed } = createChannelKeys([first]).seal(contactId, channels)
    expect(() => createChannelKeys([second]).open(contactId, keyId, sealed)).toThrow(/not in CHANNEL_KEY/)
  })

  test('SECRET-3: hashes are keyed, 16 bytes long and tell kinds apart', () => {
    const keys = createChannelKeys([first])
    expect(keys.hash('email', 'x')).toHaveLength(16)
    expect(keys.hash('email', 'x').toString('hex')).toBe(keys.hashHex('email', 'x'))
    expect(keys.hash('email', 'x')).not.toEqual(keys.hash('linkedin', 'x'))
    expect(keys.hash('email', 'x')).not.toEqual(createChannelKeys([second]).hash('email', 'x'))
  })

  test('no key and short keys are refused', () => {
    expect(() => createChannelKeys([])).toThrow(/at least one key/)
    expect(() => createChannelKeys([Buffer.alloc(16)])).toThrow(/32 bytes/)
  })
})
