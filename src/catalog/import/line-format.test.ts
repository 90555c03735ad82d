import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { demoCatalogue } from '../../demo/catalogue.ts'
import { formats, lineSchema } from './line-format.ts'
import { readStore } from './read-store.ts'

/** Which fields the reader looks at, by asking it. */
function fieldsRead(): Record<string, Set<string>> {
  const read: Record<string, Set<string>> = {}
  const spy = (name: string, values: Record<string, unknown>): unknown => {
    read[name] ??= new Set()
    return new Proxy(values, {
      get: (target, field) => {
        read[name]!.add(String(field))
        return target[String(field)]
      },
    })
  }
  const email = spy('email', { email: 'a@b.example', status: 'found' })
  const phone = spy('phone', { phone: '1' })
  const contact = spy('contact', { full_name: 'A', emails: [email], phones: [phone] })
  const single = spy('contact', { email: 'a@b.example' })
  const theme = spy('theme', {})
  readStore(spy('store', { domain: 'shop.example', contacts: [contact, single], theme }), () => {}, {
    now: 0,
    observedAt: 0,
  })
  return read
}

describe('IMPORT-17: the format that is published is the one that is read', () => {
  it('every field that is read is described, and every field that is described is read', () => {
    const described = Object.entries(formats).map(([name, format]) => [name, Object.keys(format).sort()])
    const read = Object.entries(fieldsRead()).map(([name, fields]) => [name, [...fields].sort()])
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(described))
  })

  const isValid = new Ajv2020({ allowUnionTypes: true }).compile(lineSchema)

  it('lines that fit the schema are read, and what the reader refuses does not fit', () => {
    for (const store of demoCatalogue({ stores: 50, seed: 3 })) {
      expect(isValid(JSON.parse(JSON.stringify(store))), JSON.stringify(isValid.errors)).toBe(true)
    }
    const nulls = Object.fromEntries(Object.keys(formats.store).map((name) => [name, null]))
    const people = [Object.fromEntries(Object.keys(formats.contact).map((name) => [name, null]))]
    const empty = { ...nulls, domain: 'shop.example' }
    expect(isValid({ ...empty, contacts: people })).toBe(true)
    expect(() => readStore({ ...empty, contacts: people }, () => {}, { now: 0, observedAt: 0 })).not.toThrow()
    const wrong: [string, unknown][] = Object.keys(formats.store).flatMap((name) => [
      [name, { nested: true }],
      [name, [{}]],
    ])
    for (const [name, value] of wrong) {
      const line = { domain: 'shop.example', [name]: value }
      let isRead = true
      try {
        readStore(line, () => {}, { now: 0, observedAt: 0 })
      } catch {
        isRead = false
      }
      expect([name, value, isRead]).toEqual([name, value, isValid(line)])
    }
  })
})
