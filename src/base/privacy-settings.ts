import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The languages of the privacy centre. */
export const privacyLanguages = ['en', 'de', 'fr', 'es', 'it'] as const
export type PrivacyLanguage = (typeof privacyLanguages)[number]

/** `about` is added to the first page; the others take the place of ours in a copy. */
const ownTextNames = ['about', 'purposes', 'rights'] as const
type OwnTextName = (typeof ownTextNames)[number]

/** The operator's own texts, each in every language. */
export type PrivacyTexts = Partial<Record<OwnTextName, Record<PrivacyLanguage, string>>>

/** How the operator runs the privacy centre. */
export type PrivacySettings = {
  /** Where people and reminders write to. */
  contact: string
  /** In whose name the pages speak: without a name, the host that they are read at. */
  name: string
  /** Erasures are carried out as soon as the person has confirmed. */
  automatic: boolean
  /** How a copy names those who received the data. */
  recipients: 'category' | 'name'
  texts: PrivacyTexts
}

/** The footer of mails to that address. */
export const contactFooter = 'You get this mail because PRIVACY_CONTACT is set to this address.'

type Reader = {
  read(name: string): string | null
  readFlag(name: string, fallback: boolean): boolean
  fault(message: string): null
}

/** Null: no privacy centre, or something is wrong and was said. */
export function readPrivacy(reader: Reader, folder: string, publicUrl: string): PrivacySettings | null {
  const { read, readFlag, fault } = reader
  const contact = read('PRIVACY_CONTACT')
  const name = read('PRIVACY_NAME') ?? new URL(publicUrl).hostname
  const recipients = (read('PRIVACY_RECIPIENTS') ?? 'category').toLowerCase()
  const automatic = readFlag('PRIVACY_AUTOMATIC', false)
  if (contact === null) {
    const alone = ['PRIVACY_NAME', 'PRIVACY_TEXTS'].find((setting) => read(setting) !== null)
    return alone === undefined ? null : fault(`${alone} is set, but PRIVACY_CONTACT is missing.`)
  }
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(contact)) return fault('PRIVACY_CONTACT must be an email address.')
  if (recipients !== 'category' && recipients !== 'name') {
    return fault(`PRIVACY_RECIPIENTS must be category or name; it is "${recipients}".`)
  }
  return { contact, name, automatic, recipients, texts: readTexts(reader, folder) }
}

const textLimit = 10_000

function readTexts({ read, fault }: Reader, folder: string): PrivacyTexts {
  const given = read('PRIVACY_TEXTS')
  if (given === null) return {}
  const wrong = (message: string): void => void fault(`PRIVACY_TEXTS (${given}): ${message}`)
  const file = readObject(resolve(folder, given), wrong)
  const unknown = Object.keys(file).filter((name) => !(ownTextNames as readonly string[]).includes(name))
  if (unknown.length > 0) wrong(`unknown text ${unknown.join(', ')}; the texts are ${ownTextNames.join(', ')}.`)
  for (const name of ownTextNames.filter((known) => known in file)) {
    const missing = privacyLanguages.filter((language) => !isText((file[name] as Record<string, unknown>)?.[language]))
    if (missing.length > 0)
      wrong(
        `${name} must have a text of at most ${textLimit} characters in ${missing.join(', ')}: people read all five.`,
      )
  }
  return file as PrivacyTexts
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= textLimit

function readObject(path: string, wrong: (message: string) => void): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    wrong('must hold a JSON object.')
  } catch (error) {
    wrong(error instanceof SyntaxError ? 'is not JSON.' : `can’t be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
  return {}
}
