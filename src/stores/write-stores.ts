import { prefixesOf } from '../search/columns/opaque-ids.ts'
import { lastChangeOf } from '../search/segments/changes.ts'
import type { Segment } from '../search/segments/segment.ts'
import { type JsonWriter, json } from '../search/serve/json-writer.ts'
import { flagOf, scoreOf, summarise } from '../search/serve/read-hit.ts'
import type { Hit } from '../search/serve/segment-search.ts'

/** The pieces of a store that are the same in all, in the order of its schema. */
const start = json(`{"id":"${prefixesOf({}).store}`)
const testStart = json(`{"id":"${prefixesOf({ isTest: true }).store}`)
const domain = json('","object":"store","domain":"')
const name = json('","name":')
const category = json(',"category":')
const country = json(',"country":')
const trafficTier = json(',"traffic_tier":')
const revenueTier = json(',"revenue_tier":')
const shopifyPlus = json(',"shopify_plus":')
const score = json(',"lead_fit_score":')
const apps = json(',"technologies":{"apps":')
const pixels = json(',"pixels":')
const themeName = json(',"theme":{"name":')
const themeType = json(',"type":')
const summaryStart = json('}},"contacts_summary":')
const updatedAt = json(',"updated_at":')
const observedAt = json(',"observed_at":')
const lastChange = json(',"last_change":')
const nothing = json('null')
const end = json('}')
const comma = json(',')

/** Writes what `toStore` would say of each, between commas. */
export function writeStores(writer: JsonWriter, hits: readonly Hit[]): void {
  for (const [at, hit] of hits.entries()) {
    if (at > 0) writer.raw(comma)
    writeStore(writer, hit)
  }
}

function writeStore(writer: JsonWriter, { live, document }: Hit): void {
  const { segment } = live
  const { domains, fields, previews } = segment
  writer.raw(segment.isTest ? testStart : start)
  writer.letters(segment.storeIds, document)
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
  writer.raw(revenueTier)
  writer.valueOf(fields['store.revenue_tiers']!, document)
  writer.raw(shopifyPlus)
  writer.flag(flagOf(segment, 'store.shopify_plus', document))
  writer.raw(score)
  writer.raw(json(String(scoreOf(segment, document))))
  writer.raw(apps)
  writer.listOf(fields['store.apps']!, document)
  writer.raw(pixels)
  writer.listOf(fields['store.pixels']!, document)
  writer.raw(themeName)
  writer.textOf(previews.themeNames, document)
  writer.raw(themeType)
  writer.valueOf(fields['store.theme_types']!, document)
  writer.raw(summaryStart)
  const { total, hasRevealableContacts, verifiedEmailCount, roles } = summarise(live, document)
  writer.raw(
    json(
      `{"total":${total},"has_revealable_contacts":${hasRevealableContacts},` +
        `"verified_email_count":${verifiedEmailCount},"roles":${JSON.stringify(roles)}},"first_seen_at":`,
    ),
  )
  writeTimes(writer, segment, document)
  writer.raw(end)
}

function writeTimes(writer: JsonWriter, { changes, times }: Segment, store: number): void {
  writer.timeOf(times.firstSeen, store)
  writer.raw(updatedAt)
  writer.timeOf(times.storeUpdated, store)
  writer.raw(observedAt)
  writer.timeOf(times.observed, store)
  writer.raw(lastChange)
  const last = lastChangeOf(changes, store)
  if (last === null) {
    writer.raw(nothing)
    return
  }
  writer.raw(json(`{"type":"${last.type}","value":${JSON.stringify(last.value || null)},"observed_at":`))
  writer.timeOf(changes.last.times, store)
  writer.raw(end)
}
