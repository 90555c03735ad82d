import { expect, it } from 'vitest'
import { newContactId, newStoreId } from './ids.ts'

it('NAME-1: contact and store ids are 16 random letters behind their prefix, and no two are alike', () => {
  const [contacts, stores] = [newContactId, newStoreId].map((make) => Array.from({ length: 2_000 }, make))
  for (const id of contacts!) expect(id).toMatch(/^ct_live_[A-Za-z]{16}$/)
  for (const id of stores!) expect(id).toMatch(/^st_live_[A-Za-z]{16}$/)
  expect(new Set([...contacts!, ...stores!]).size).toBe(4_000)
  // Made one after the other, they come in no order.
  expect(contacts).not.toEqual([...contacts!].sort())
})
