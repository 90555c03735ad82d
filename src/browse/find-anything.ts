import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { count, nullableString, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { type ContactName, findContactNames } from '../catalog/find-names.ts'
import type { OwnedNeeds } from '../contacts/owned-contacts.ts'
import type { Database } from '../db/database.ts'
import { provenPage } from '../result-pages/proven-page.ts'
import { noSearchRowsLeft } from '../result-pages/quota.ts'
import type { SearchSettlement } from '../result-pages/settlement.ts'
import { withoutAccents, wordsOf } from '../search/columns/words.ts'
import { valueLengthMax } from '../search/request-schema.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import { readContact, readStore } from '../search/serve/read-hit.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { findOwned, findOwnedNear } from './find-owned.ts'

/** A menu shows a few of each kind; all of them are one click away, on the page of the search. */
const shownMax = 5

const foundStore = Type.Object(
  { domain: Type.String(), name: Type.String(), country: nullableString(), category: nullableString() },
  { title: 'FoundStore' },
)
const foundPerson = Type.Object(
  {
    id: Type.String({ pattern: contactIdPattern }),
    name: Type.String({
      description: 'In full for contacts that the account owns; otherwise the last name is masked.',
    }),
    title: nullableString(),
    owned: Type.Boolean(),
    store: Type.Object({ domain: Type.String(), name: Type.String() }),
  },
  { title: 'FoundPerson' },
)

const searchedText = Type.String({
  description:
    'The text that found them, for the page of the search. With a typo, and nothing found: what was probably meant.',
})

export const findAnything = defineOperation({
  id: 'findAnything',
  method: 'POST',
  path: '/find',
  summary: 'Find stores and people by name',
  description:
    `What the command menu shows while somebody types: up to ${shownMax} stores by name or domain, up to ${shownMax} people by ` +
    `first name, first letter of the last name or title, and up to ${shownMax} contacts that the account has revealed, by full name, email or phone. ` +
    'Rows from the catalogue count against the search rows of the web application.',
  scope: 'contacts:search',
  meter: 'request',
  request: {
    body: Type.Object(
      { text: Type.String({ minLength: 1, maxLength: valueLengthMax }) },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('found'),
    stores: Type.Object({ total: count(), searched_as: searchedText, data: Type.Array(foundStore) }),
    people: Type.Object({
      total: count({ description: 'Exact, of those in the catalogue.' }),
      searched_as: searchedText,
      at_store: nullableString({ description: 'The words that name the store where they work; null where none do.' }),
      data: Type.Array(foundPerson),
    }),
    owned: Type.Object({ data: Type.Array(foundPerson) }),
    request_id: requestId,
  }),
  problems: [],
  example: {
    summary: 'A store, and somebody in it',
    request: { text: 'maya' },
    reply: {
      object: 'found',
      stores: {
        total: 1,
        searched_as: 'maya',
        data: [{ domain: 'maya-soaps.example', name: 'Maya Soaps', country: 'US', category: 'beauty' }],
      },
      people: {
        total: 1,
        searched_as: 'maya',
        at_store: null,
        data: [
          {
            id: 'ct_live_QwErTyUiOpAsDfGh',
            name: 'Maya L***',
            title: 'Head of Ecommerce',
            owned: false,
            store: { domain: 'northwind-candles.example', name: 'Northwind Candles' },
          },
        ],
      },
      owned: { data: [] },
      request_id: requestIdExample,
    },
  },

  async run({ principal, body: { text } }, needs: FindNeeds) {
    requirePeriod(principal)
    if (wordsOf(text).length === 0) return nothingFor(text)
    const accountId = principal.account.id
    const [{ found, settled }, ownedAsTyped] = await Promise.all([
      inCatalogue(principal, text, needs),
      findOwned(needs, accountId, text, shownMax),
    ])
    if (settled.left === 0) throw noSearchRowsLeft(principal)
    const owned =
      ownedAsTyped.length > 0 || isFoundAsTyped(found, text)
        ? ownedAsTyped
        : await findOwnedNear(needs.database, accountId, text, shownMax)
    const { stores, people } = found
    const shownStores = stores.hits.slice(0, settled.granted)
    const shownPeople = people.contacts.slice(0, settled.granted - shownStores.length)
    const ownedIds = people.contacts.filter((_, at) => settled.revealed.has(at)).map(({ id }) => id)
    const names = new Map((await findContactNames(needs.database, ownedIds)).map((one) => [one.id, one]))
    return {
      object: 'found' as const,
      stores: {
        total: stores.total,
        searched_as: stores.searchedAs,
        data: shownStores.map((hit) => {
          const { domain, name, country, category } = readStore(hit)
          return { domain, name, country, category }
        }),
      },
      people: {
        total: people.total,
        searched_as: people.searchedAs,
        at_store: people.atStore,
        data: shownPeople.map((contact) => {
          const own = names.get(contact.id)
          return own ? toOwnedPerson(own) : toPerson(contact)
        }),
      },
      owned: { data: owned.map(toOwnedPerson) },
    }
  },
})

type FindNeeds = Pick<OwnedNeeds, 'openContact'> & {
  database: Database
  searchIndex: SearchIndex
  settlement: SearchSettlement
}

const nothingFor = (text: string) => ({
  object: 'found' as const,
  stores: { total: 0, searched_as: text, data: [] },
  people: { total: 0, searched_as: text, at_store: null, data: [] },
  owned: { data: [] },
})

function inCatalogue(principal: Principal, text: string, { searchIndex, settlement }: FindNeeds) {
  return provenPage(
    searchIndex,
    (reader) => {
      const [stores, people] = [findStores(reader, text), findPeople(reader, text)]
      return stores.total + people.total > 0 ? { stores, people } : findCorrected(reader, text, { stores, people })
    },
    ({ stores, people }, suppressionVersion) =>
      settlement.settle(principal, {
        rows: stores.hits.length + people.contacts.length,
        contactIds: people.contacts.map(({ id }) => id),
        suppressionVersion,
      }),
  )
}

type FindResult = { stores: ReturnType<typeof findStores>; people: ReturnType<typeof findPeople> }

/** Whether anything that was found begins with the words themselves, not with what they may have been meant for. */
function isFoundAsTyped({ stores, people }: FindResult, text: string): boolean {
  const words = wordsOf(text)
  const hasAll = (...names: (string | null)[]): boolean => {
    const known = wordsOf(names.join(' '))
    return words.every((word) => known.some((one) => one.startsWith(word)))
  }
  return (
    stores.hits.map(readStore).some(({ name, domain }) => hasAll(name, domain)) ||
    people.contacts.some(({ firstName, lastNameObfuscated, title, store }) =>
      hasAll(firstName, lastNameObfuscated, title, store.name, store.domain),
    )
  )
}

/** Where nothing is found at all: what was probably meant, from `nearLettersMin` letters on. */
function findCorrected(reader: IndexReader, text: string, nothing: FindResult): FindResult {
  const [forStores, forPeople] = [reader.correct('stores', text), reader.correct('contacts', text)]
  return {
    stores: forStores === null ? nothing.stores : findStores(reader, forStores),
    people: forPeople === null ? nothing.people : findPeople(reader, forPeople),
  }
}

function findStores(reader: IndexReader, text: string) {
  const { total, hits } = reader.searchStores({ query: { store: { query: text } }, limit: shownMax })
  return { total, hits, searchedAs: text }
}

/** Among the first of the search, those whose last name begins as asked come first. Its first page holds all of them. */
const lookedThrough = 25

type FoundPeople = { total: number; contacts: FoundContact[]; searchedAs: string; atStore: string | null }

/**
 * No index holds a last name, only its first letter. A whole name asks for somebody whose last name begins like that, so
 * this is tried when the text itself finds nobody. Words that name a store come first: nobody else has all of them.
 */
function findPeople(reader: IndexReader, text: string): FoundPeople {
  const words = wordsOf(text)
  const search = (query: string) => reader.searchContacts({ query: { person: { query } }, limit: lookedThrough })
  const asTyped = search(text)
  if (words.length < 2) return { ...firstOf(asTyped, null), searchedAs: text, atStore: null }
  const initial = [...words.at(-1)!][0]!
  if (asTyped.total > 0) return { ...firstOf(asTyped, initial), searchedAs: text, atStore: null }
  const searchedAs = [...words.slice(0, -1), initial].join(' ')
  const named = firstOf(search(searchedAs), initial)
  const there = findAtStore(reader, text)
  if (!there) return { ...named, searchedAs, atStore: null }
  const listed = new Set(there.contacts.map(({ id }) => id))
  const others = named.contacts.filter(({ id }) => !listed.has(id))
  return { ...there, contacts: [...there.contacts, ...others].slice(0, shownMax) }
}

const splitWordsMax = 6

/** Some words as a person and the others as the store, in either order, where they find somebody together. */
function findAtStore(reader: IndexReader, text: string): FoundPeople | null {
  const words = text.split(/\s+/).filter((word) => wordsOf(word).length > 0)
  if (words.length > splitWordsMax) return null
  for (let place = 1; place < words.length; place++) {
    const parts = [words.slice(0, place).join(' '), words.slice(place).join(' ')] as const
    for (const [person, store] of [parts, [parts[1], parts[0]] as const]) {
      const query = { person: { query: person }, store: { query: store } }
      const found = reader.searchContacts({ query, limit: shownMax })
      if (found.total > 0) return { ...firstOf(found, null), searchedAs: person, atStore: store }
    }
  }
  return null
}

/** The few that are shown. */
function firstOf({ total, hits }: ReturnType<IndexReader['searchContacts']>, initial: string | null) {
  const found = hits.map(readContact)
  const isNamed = ({ lastNameObfuscated: name }: FoundContact) =>
    initial !== null && withoutAccents(name ?? '').startsWith(initial)
  const others = found.filter((contact) => !isNamed(contact))
  return { total, contacts: [...found.filter(isNamed), ...others].slice(0, shownMax) }
}

type FoundContact = ReturnType<typeof readContact>

const toPerson = (contact: FoundContact) => ({
  id: contact.id,
  name: [contact.firstName, contact.lastNameObfuscated].filter(Boolean).join(' ') || 'Name unknown',
  title: contact.title,
  owned: false,
  store: { domain: contact.store.domain, name: contact.store.name },
})

const toOwnedPerson = ({ id, fullName, firstName, lastName, title, store }: ContactName) => ({
  id,
  name: fullName ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Name unknown'),
  title,
  owned: true,
  store,
})
