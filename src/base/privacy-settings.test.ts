import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { privacyLanguages } from './privacy-settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'privacy-texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

const inAll = (text: string) => Object.fromEntries(privacyLanguages.map((language) => [language, text]))
const privacy = { PRIVACY_CONTACT: 'privacy@operator.example', PRIVACY_NAME: 'Operator', PRIVACY_TEXTS: 'texts.json' }

async function readWith(text: string) {
  await writeFile(join(folder, 'texts.json'), text)
  return readConfig(privacy, folder).privacy
}

it('PRIVACY-1: an address alone opens the privacy centre, in the name of the host; a name alone opens nothing', () => {
  const { PRIVACY_CONTACT } = privacy
  const alone = { PRIVACY_CONTACT, PUBLIC_URL: 'https://data.operator.example/' }
  expect(readConfig(alone).privacy).toMatchObject({ contact: PRIVACY_CONTACT, name: 'data.operator.example' })
  expect(readConfig({ ...alone, PRIVACY_NAME: 'Operator' }).privacy?.name).toBe('Operator')
  expect(readConfig({}).privacy).toBeNull()
  expect(() => readConfig({ PRIVACY_NAME: 'Operator' })).toThrow('PRIVACY_CONTACT is missing')
})

it('PRIVACY-18: the operator’s texts are read from a file beside the settings, each in all five languages', async () => {
  const texts = { about: inAll('Operator, Example Street 1'), rights: inAll('You may object.') }
  expect((await readWith(JSON.stringify(texts)))?.texts).toEqual(texts)
  expect(readConfig({ ...privacy, PRIVACY_TEXTS: '' }, folder).privacy?.texts).toEqual({})
})

it.each([
  ['[]', /must hold a JSON object/],
  ['{"about": ', /is not JSON/],
  [JSON.stringify({ abuot: inAll('x') }), /unknown text abuot; the texts are about, purposes, rights/],
  [JSON.stringify({ about: { ...inAll('x'), fr: ' ', it: undefined } }), /about must have a text .* in fr, it/],
  [JSON.stringify({ about: inAll('x'.repeat(10_001)) }), /about must have a text of at most 10000 characters/],
  [JSON.stringify({ about: null }), /about must have a text .* in en, de, fr, es, it/],
])('PRIVACY-18: texts that can’t be shown are named at the start: %.40s', async (text, fault) => {
  await expect(readWith(text)).rejects.toThrow(fault)
})

it('PRIVACY-18: a file that is not there is named at the start, and so are texts without a privacy centre', () => {
  const missing = { ...privacy, PRIVACY_TEXTS: 'missing.json' }
  expect(() => readConfig(missing, folder)).toThrow('PRIVACY_TEXTS (missing.json): can’t be read: ENOENT.')
  expect(() => readConfig({ PRIVACY_TEXTS: 'texts.json' }, folder)).toThrow(ConfigError)
  expect(() => readConfig({ PRIVACY_TEXTS: 'texts.json' }, folder)).toThrow('PRIVACY_CONTACT is missing')
})
