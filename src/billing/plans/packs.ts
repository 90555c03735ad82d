import { isObject, packsField, type RawEntry, readAmount, readPrice } from './plans-file.ts'

/** Extra credits that are bought once. */
export type Pack = {
  id: string
  name: string
  credits: number
  amount: number
  currency: string
  /** How long the credits can be spent. */
  validMonths: number
  stripePriceId: string | null
}

export type Packs = ReadonlyMap<string, Pack>

/** How long no pack is bought automatically after a declined card. */
export const declinedPauseHours = 24

const validMonthsDefault = 12

const defaultPacks: Pack[] = [
  { id: 'small', credits: 500, amount: 5_900 },
  { id: 'medium', credits: 2_000, amount: 19_900 },
  { id: 'large', credits: 5_000, amount: 44_900 },
].map((pack) => ({
  ...pack,
  name: `${pack.credits.toLocaleString('en-US')} credits`,
  currency: 'usd',
  validMonths: validMonthsDefault,
  stripePriceId: null,
}))

export const packs: Packs = new Map(defaultPacks.map((pack) => [pack.id, pack]))

/** The operator's own: `credit_packs` next to the plans replaces the list as a whole; an empty object sells none. */
export function readPacks(plansFile: RawEntry, fault: (message: string) => void): Packs {
  const written = plansFile[packsField]
  if (written === undefined) return packs
  if (!isObject(written)) {
    fault(`"${packsField}" must be an object: the id of each pack, and what it is.`)
    return packs
  }
  const all = Object.entries(written).map(([id, pack]) =>
    readPack(id, pack, (message) => fault(`Pack "${id}": ${message}`)),
  )
  return new Map(all.map((pack) => [pack.id, pack]))
}

const knownFields = ['name', 'credits', 'price', 'valid_months']

function readPack(id: string, written: unknown, fault: (message: string) => void): Pack {
  const given: RawEntry = isObject(written) ? written : {}
  if (!isObject(written)) fault('it must be an object.')
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id)) fault('the id must be lower-case letters, digits, - and _.')
  for (const field of Object.keys(given)) {
    if (!knownFields.includes(field)) fault(`a pack has no "${field}". It has ${knownFields.join(', ')}.`)
  }
  const credits = readAmount(given, 'credits', undefined, fault, 1)
  const name = given.name ?? `${credits.toLocaleString('en-US')} credits`
  if (typeof name !== 'string' || name.trim() === '') fault('name is not a text.')
  const validMonths = readAmount(given, 'valid_months', validMonthsDefault, fault, 1)
  return { id, name: String(name), credits, validMonths, ...readPrice(given.price, 'price', fault) }
}
