import { contactIdPrefix, storeIdPrefix } from '../search/columns/opaque-ids.ts'
import type { Segment } from '../search/segments/segment.ts'
import { type JsonWriter, json } from '../search/serve/json-writer.ts'
import { flagOf } from '../search/serve/read-hit.ts'
import type { Hit } from '../search/serve/segment-search.ts'

/** The pieces of a preview that are the same in all, in the order of its schema. */
const contactPrefix = json(contactIdPrefix)
const storePrefix = json(storeIdPrefix)
const start = json('{"id":')
const firstName = json(',"object":"contact_preview","first_name":')
const lastName = json(',"last_name_obfuscated":')
const role = json(',"role":')
const seniority = json(',"seniority":')
const title = json(',"title":')
const hasEmail = json(',"has_verified_email":')
const hasPhone = json(',"has_phone":')
const hasLinkedin = json(',"has_linkedin":')
const isRevealed = json(',"revealed":')
const store = json(',"store":')
const storeId = json('{"id":')
const domain = json(',"domain":')
const name = json(',"name":')
const category = json(',"category":')
const trafficTier = json(',"traffic_tier":')
const apps = json(',"technologies":{"apps":')
const pixels = json(',"pixels":')
const storeEnd = json('}}')
const end = json('}')
const comma = json(',')

/** Writes what `toContactPreview` would say of each, between commas. `revealed` holds places among the hits. */
export function writePreviews(writer: JsonWriter, hits: readonly Hit[], revealed: ReadonlySet<number>): void {
  /** Where the store of the contact before was written: contacts of one store follow each other. */
  let last = { segment: null as Segment | null, store: -1, from: 0, to: 0 }
  for (const [at, { live, document }] of hits.entries()) {
    const { segment } = live
    if (at > 0) writer.raw(comma)
    writeContact(writer, segment, document, revealed.has(at))
    const ofContact = segment.storeOf[document]!
    if (last.segment === segment && last.store === ofContact) writer.again(last.from, last.to)
    else {
      const from = writer.length()
      writeStore(writer, segment, ofContact)
      last = { segment, store: ofContact, from, to: writer.length() }
    }
    writer.raw(end)
  }
}

function writeContact(writer: JsonWriter, segment: Segment, contact: number, revealed: boolean): void {
  const { contactIds, fields, previews } = segment
  writer.raw(start)
  writer.id(contactPrefix, contactIds, contact)
  writer.raw(firstName)
  writer.textOf(previews.firstNames, contact)
  writer.raw(lastName)
  writer.textOf(previews.maskedLastNames, contact)
  writer.raw(role)
  writer.valueOf(fields['person.roles_any']!, contact)
  writer.raw(seniority)
  writer.valueOf(fields['person.seniority_any']!, contact)
  writer.raw(title)
  writer.textOf(previews.titles, contact)
  writer.raw(hasEmail)
  writer.flag(flagOf(segment, 'person.has_verified_email', contact))
  writer.raw(hasPhone)
  writer.flag(flagOf(segment, 'person.has_phone', contact))
  writer.raw(hasLinkedin)
  writer.flag(flagOf(segment, 'person.has_linkedin', contact))
  writer.raw(isRevealed)
  writer.flag(revealed)
  writer.raw(store)
}

function writeStore(writer: JsonWriter, { domains, fields, previews, storeIds }: Segment, document: number): void {
  writer.raw(storeId)
  writer.id(storePrefix, storeIds, document)
  writer.raw(domain)
  writer.plain(domains.bytes, domains.offsets[document]!, domains.offsets[document + 1]!)
  writer.raw(name)
  writer.text(previews.storeNames, document)
  writer.raw(category)
  writer.valueOf(fields['store.categories']!, document)
  writer.raw(trafficTier)
  writer.valueOf(fields['store.traffic_tiers']!, document)
  writer.raw(apps)
  writer.listOf(fields['store.apps']!, document)
  writer.raw(pixels)
  writer.listOf(fields['store.pixels']!, document)
  writer.raw(storeEnd)
}
