import { expect, it } from 'vitest'
import { contactsOfFound } from './contacts-of-found.ts'

it('filters of stores lead to the people who work there, where a search of contacts can say the same', () => {
  expect(contactsOfFound({})).toBe('/contacts')
  expect(contactsOfFound({ country: ['DE', 'AT'], 'app.none': ['Klaviyo'], contacts: 'yes' })).toBe(
    '/contacts?country=DE&country=AT&app.none=Klaviyo',
  )
  expect(contactsOfFound({ q: 'bison', 'contact-role': ['founder'], 'contact-email': 'yes' })).toBe(
    '/contacts?store=bison&role=founder&email=yes',
  )
  expect(contactsOfFound({ contacts: 'no' })).toBe(null)
  expect(contactsOfFound({ 'contact-email': 'no' })).toBe(null)
  for (const work of [{ status: ['won'] }, { owner: 'usr_1' }, { tag: ['spring'] }, { untouched: '30' }])
    expect(contactsOfFound(work)).toBe(null)
})
