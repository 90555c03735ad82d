import { emailKindOf } from '../base/email-kinds.ts'
import { prefixesOf } from '../search/columns/opaque-ids.ts'
import type { OwnEmail } from '../search/query/own-emails.ts'
import { bestEmailOf, emailsPath } from '../search/segments/emails.ts'
import type { Segment } from '../search/segments/segment.ts'
import { type JsonWriter, json } from '../search/serve/json-writer.ts'
import { keptRowsOf } from '../search/serve/kept-rows.ts'
import { flagOf } from '../search/serve/read-hit.ts'
import type { Hit } from '../search/serve/segment-search.ts'

/** The pieces of a preview that are the same in all, in the order of its schema. Few long ones are quicker than many short ones. */
const startOf = (prefix: string) => json(`{"id":"${prefix}`)
const contactStart = startOf(prefixesOf({}).contact)
const testContactStart = startOf(prefixesOf({ isTest: true }).contact)
const firstName = json('","object":"contact_preview","first_name":')
const lastName = json(',"last_name_obfuscated":')
const role = json(',"role":')
const seniority = json(',"seniority":')
const title = json(',"title":')
const addedAt = json(',"added_at":')
const updatedAt = json(',"updated_at":')
const store = json(',"store":')
const nothing = json('null')
const storeStart = startOf(prefixesOf({}).store)
const testStoreStart = startOf(prefixesOf({ isTest: true }).store)
const domain = json('","domain":"')
const name = json('","name":')
const category = json(',"category":')
const country = json(',"country":')
const trafficTier = json(',"traffic_tier":')
const apps = json(',"technologies":{"apps":')
const pixels = json(',"pixels":')
const storeEnd = json('}}')
const end = json('}')
const excludedEnds = [json(',"excluded":false}'), json(',"excluded":true}')] as const
const comma = json(',')

const emailBit = 1
const phoneBit = 2
const linkedinBit = 4
const revealedBit = 8

/** From the flags to the best email, by the sum of the bits. */
const flags = Array.from({ length: 16 }, (_, bits) =>
  json(
    `,"has_verified_email":${(bits & emailBit) > 0},"has_phone":${(bits & phoneBit) > 0},` +
      `"has_linkedin":${(bits & linkedinBit) > 0},"revealed":${(bits & revealedBit) > 0},"best_email":`,
  ),
)

/** Places among the hits; `excluded` is null where previews do not show it. */
type PreviewMarks = {
  revealed: ReadonlySet<number>
  excluded: ReadonlySet<number> | null
  /** What is left of their emails for this account, where it reported some as bounced. */
  ownEmails: ReadonlyMap<number, readonly OwnEmail[]>
}

/** Writes what the operation would say of each, between commas. */
export function writePreviews(
  writer: JsonWriter,
  hits: readonly Hit[],
  { revealed, excluded, ownEmails }: PreviewMarks,
): void {
  for (const [at, { live, document }] of hits.entries()) {
    if (at > 0) writer.raw(comma)
    const { segment } = live
    const kept = keptRowsOf(segment)
    const own = ownEmails.get(at)
    const last = excluded === null ? end : excludedEnds[excluded.has(at) ? 1 : 0]
    // Kept as those see them who know nothing of them.
    if (excluded || own || revealed.has(at)) writePreview(writer, segment, document, revealed.has(at), own, last)
    else if (!kept.write(writer, document)) {
      const from = writer.length()
      writePreview(writer, segment, document, false)
      kept.keep(writer, document, from)
    }
  }
}

function writePreview(
  writer: JsonWriter,
  segment: Segment,
  contact: number,
  revealed: boolean,
  own: readonly OwnEmail[] | undefined = undefined,
  last: typeof end = end,
): void {
  writeContact(writer, segment, contact, revealed, own)
  writeStore(writer, segment, segment.storeOf[contact]!)
  writer.raw(last)
}

function writeContact(
  writer: JsonWriter,
  segment: Segment,
  contact: number,
  revealed: boolean,
  own: readonly OwnEmail[] | undefined,
): void {
  const { contactIds, fields, previews } = segment
  writer.raw(segment.isTest ? testContactStart : contactStart)
  writer.letters(contactIds, contact)
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
  const hasEmail = own ? own.length > 0 : flagOf(segment, 'person.has_verified_email', contact)
  const email = hasEmail ? emailBit : 0
  const phone = flagOf(segment, 'person.has_phone', contact) ? phoneBit : 0
  const linkedin = flagOf(segment, 'person.has_linkedin', contact) ? linkedinBit : 0
  writer.raw(flags[email | phone | linkedin | (revealed ? revealedBit : 0)]!)
  if (own) writeOwnEmail(writer, own)
  else writeBestEmail(writer, segment, contact)
  writer.raw(addedAt)
  writer.timeOf(segment.times.added, contact)
  writer.raw(updatedAt)
  writer.timeOf(segment.times.contactUpdated, contact)
  writer.raw(store)
}

function writeBestEmail(writer: JsonWriter, { emails, fields }: Segment, contact: number): void {
  const best = bestEmailOf(emails, fields[emailsPath]!.dictionary!, contact)
  if (best === null) {
    writer.raw(nothing)
    return
  }
  writer.raw(emailStart(best.status, best.type))
  writer.timeOf(emails.verified, contact)
  writer.raw(end)
}

function writeOwnEmail(writer: JsonWriter, [best]: readonly OwnEmail[]): void {
  if (best === undefined) {
    writer.raw(nothing)
    return
  }
  const [status, type] = best.kind.split(' ')
  writer.raw(emailStart(status!, type!))
  writer.raw(best.verifiedAt === null ? nothing : json(JSON.stringify(new Date(best.verifiedAt))))
  writer.raw(end)
}

const emailStarts = new Map<string, Uint8Array>()

function emailStart(status: string, type: string): Uint8Array {
  const kind = emailKindOf(status, type)
  const known = emailStarts.get(kind) ?? json(`{"status":"${status}","type":"${type}","verified_at":`)
  emailStarts.set(kind, known)
  return known
}

function writeStore(
  writer: JsonWriter,
  { domains, fields, previews, storeIds, isTest }: Segment,
  document: number,
): void {
  writer.raw(isTest ? testStoreStart : storeStart)
  writer.letters(storeIds, document)
  writer.raw(domain)
  writer.part(domains.bytes, domains.offsets[document]!, domains.offsets[document + 1]!)
  writer.raw(name)
  writer.text(previews.storeNames, document)
  writer.raw(category)
  writer.valueOf(fields['store.categories']!, document)
  writer.raw(country)
  writer.valueOf(fields['store.countries']!, document)
  writer.raw(trafficTier)
  writer.valueOf(fields['store.traffic_tiers']!, document)
  writer.raw(apps)
  writer.listOf(fields['store.apps']!, document)
  writer.raw(pixels)
  writer.listOf(fields['store.pixels']!, document)
  writer.raw(storeEnd)
}
