import { ConfigError } from '../../base/config.ts'
import { isObject, packsField, parsePlansFile, type RawEntry, readAmount, readPrice } from './plans-file.ts'

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

/** After a declined card no pack is bought automatically for so long. */
export const declinedPauseHours = 24

const defaultPacks: Pack[] = [
  { id: 'small', credits: 500, amount: 5_900 },
  { id: 'medium', credits: 2_000, amount: 19_900 },
  { id: 'large', credits: 5_000, amount: 44_900 },
].map((pack) => ({
  ...pack,
  name: `${pack.credits.toLocaleString('en-US')} credits`,
  currency: 'usd',
  validMonths: 12,
  stripePriceId: null,
}))

export const packs: Packs = new Map(defaultPacks.map((pack) => [pack.id, pack]))

/** The operator's own: `credit_packs` next to the plans replaces the list as a whole; an empty object sells none. */
export function readPacks(text: string, path: string): Packs {
  const written = parsePlansFile(text, path)[packsField]
  return written === undefined ? packs : readWritten(written, path)
}

function readWritten(written: unknown, path: string): Packs {
  const faults: string[] = []
  if (!isObject(written))
    throw new ConfigError([`${path}: ${packsField} must be an object: pack ids and what each is.`])
  const all = Object.entries(written).map(([id, pack]) =>
    readPack(id, pack, (fault) => faults.push(`${path}: ${packsField}.${id}: ${fault}`)),
  )
  if (faults.length > 0) throw new ConfigError(faults)
  return new Map(all.map((pack) => [pack.id, pack]))
}

const knownFields = ['name', 'credits', 'price', 'valid_months']

function readPack(id: string, written: unknown, fault: (message: string) => void): Pack {
  const given: RawEntry = isObject(written) ? written : {}
  if (!isObject(written)) fault('must be an object.')
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id)) fault('the id must be lower-case letters, digits, - and _.')
  for (const field of Object.keys(given)) {
    if (!knownFields.includes(field)) fault(`${field} is not known. Known: ${knownFields.join(', ')}.`)
  }
  const credits = readAmount(given, 'credits', undefined, fault, 1)
  const name = given.name ?? `${credits.toLocaleString('en-US')} credits`
  if (typeof name !== 'string' || name.trim() === '') fault('name must be a text.')
  const validMonths = readAmount(given, 'valid_months', 12, fault, 1)
  return { id, name: String(name), credits, validMonths, ...readPrice(given.price, 'price', fault) }
}
