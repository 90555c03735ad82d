/** For `history.test.ts`: what is known of stores, since when, and what changed, as simply as the rules can be written. */
import { trafficTiers } from '../base/tiers.ts'
import type { ImportedStore } from '../catalog/import-record.ts'

export const technologies = ['Klaviyo', 'Judge.me', 'Recharge']

/** Held, not held, or missing since an observation. */
type Mark = 'has' | 'gone' | number
type KnownStores = {
  firstSeen: number
  observed: number
  retired: boolean
  tier: string | null
  plus: boolean | null
  /** By technology; one of which no line ever said anything is not in it. */
  apps: Record<string, Mark>
  /** When each was last seen; null of those whom an import brought that was undone. */
  people: Map<string, number | null>
}
export type Model = { stores: Map<string, KnownStores>; changes: string[] }

export type Observation = { domain: string; observed_at?: string; apps: { present?: string[]; absent?: string[] } }
export type Line = ImportedStore | Observation

const isObservation = (line: Line): line is Observation => Boolean(line.apps && !Array.isArray(line.apps))

/** Takes a line in, and returns the verdict that the service must give of it. */
export function observe(model: Model, line: Line, at: number, isBaseline: boolean): 'stale' | 'rejected' | 'taken' {
  const known = model.stores.get(line.domain)
  if (isObservation(line) && (!known || known.retired)) return 'rejected'
  if (known && at < known.observed) return 'stale'
  if ('retired' in line && line.retired) {
    if (known) Object.assign(known, { retired: true, observed: at })
    return 'taken'
  }
  const note = (type: string, value = '') => model.changes.push(`${line.domain} ${at} ${type} ${value}`)
  const one: KnownStores = known ?? {
    ...{ firstSeen: at, observed: at, retired: false, tier: null, plus: null, apps: {} },
    people: new Map(),
  }
  if (!known) {
    model.stores.set(line.domain, one)
    if (!isBaseline) note('store_added')
  }
  const noteLater = one.firstSeen === at ? () => {} : note
  if (isObservation(line)) {
    const { present = [], absent = [] } = line.apps
    one.apps = moveMarks(one, at, noteLater, (app) =>
      present.includes(app) ? true : absent.includes(app) ? false : null,
    )
  } else takeFields(one, line, at, noteLater)
  one.observed = at
  one.retired = false
  return 'taken'
}

type Note = (type: string, value?: string) => void

function takeFields(one: KnownStores, line: ImportedStore, at: number, note: Note): void {
  if (line.traffic_tier !== undefined) {
    const [from, to] = [one.tier, line.traffic_tier].map((tier) =>
      trafficTiers.findIndex(({ value }) => value === tier),
    )
    if (from! >= 0 && to! >= 0 && from !== to) note(to! > from! ? 'traffic_tier_up' : 'traffic_tier_down')
    one.tier = line.traffic_tier
  }
  if (line.shopify_plus !== undefined) {
    const { shopify_plus: plus } = line
    if (one.plus !== null && plus !== null && one.plus !== plus) {
      note(plus ? 'shopify_plus_gained' : 'shopify_plus_lost')
    }
    one.plus = plus
  }
  const { apps } = line
  if (apps === null) one.apps = {}
  else if (apps) one.apps = moveMarks(one, at, note, (app) => apps.includes(app))
  const names = (line.contacts ?? []).map(({ full_name }) => full_name!)
  if (names.some((name) => !one.people.has(name))) note('contact_added')
  for (const name of names) one.people.set(name, at)
}

/** `says`: null where the line says nothing of it. */
function moveMarks(
  one: KnownStores,
  at: number,
  note: Note,
  says: (app: string) => boolean | null,
): Record<string, Mark> {
  const marks: Record<string, Mark> = {}
  const isFirst = one.firstSeen === at
  for (const app of technologies) {
    const before = one.apps[app]
    const isThere = says(app)
    if (isThere) {
      marks[app] = 'has'
      if (before === 'gone') note('app_added', app)
    } else if (isThere === null) {
      if (before !== undefined) marks[app] = before
    } else if (before === undefined) marks[app] = 'gone'
    else if (before === 'has') marks[app] = isFirst ? 'gone' : at
    else if (typeof before === 'number' && before !== at) {
      marks[app] = 'gone'
      note('app_removed', app)
    } else marks[app] = before
  }
  return marks
}

/** After an undo of what came since `before`: stores and people are as they were, and those that were new stay, as retired or never seen. */
export function takeBack(model: Model, before: Model): void {
  model.changes = before.changes
  for (const [domain, known] of model.stores) {
    const earlier = before.stores.get(domain)
    const people = new Map([...known.people.keys()].map((name) => [name, earlier?.people.get(name) ?? null]))
    model.stores.set(domain, { ...(earlier ?? { ...known, retired: true }), people })
  }
}

/** What the service must show, in the form in which the test reads the catalogue. */
export const toRows = (model: Model) => ({
  stores: [...model.stores]
    .map(([domain, known]) => ({
      domain,
      firstSeen: known.firstSeen,
      observed: known.observed,
      retired: known.retired,
      tier: known.tier,
      plus: known.plus ?? false,
      apps: technologies.filter((app) => known.apps[app] === 'has').sort(),
    }))
    .sort((a, b) => (a.domain < b.domain ? -1 : 1)),
  changes: [...new Set(model.changes)].sort(),
  people: [...model.stores]
    .flatMap(([domain, { people }]) =>
      [...people].flatMap(([name, seen]) => (seen === null ? [] : [`${domain} ${name} ${seen}`])),
    )
    .sort(),
})
