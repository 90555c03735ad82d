import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rawSql, sql } from '../base/sql.ts'
import { maskedLastName } from './masked-last-name.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

async function mask(names: (string | null)[]): Promise<(string | null)[]> {
  const rows = await db.database.query<{ masked: string | null }>(sql`
    SELECT ${rawSql(maskedLastName('contacts'))} AS masked
    FROM unnest(${names}::text[]) WITH ORDINALITY AS contacts (last_name, place) ORDER BY place`)
  return rows.map(({ masked }) => masked)
}

it('MASK-2: whatever signs a last name is decorated with, the mask shows a letter or nothing', async () => {
  expect(
    await mask(['🎉Party', '🎉', '🎉D', 'D🎉', '123 Doe', '1️⃣Doe', '«Doe»', '★ Doe', 'É', 'e\u0301', 'ß', 'Нет']),
  ).toEqual(['P***', '***', '***', '***', 'D***', 'D***', 'D***', 'D***', '***', '***', '***', 'Н***'])
  const signs = Array.from({ length: 0x1fb00 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Emoji}|[\u0000-\u02ff\u2010-\u205e\u20a0-\u20ff\u2190-\u2bff]/u.test(character))
    .filter((character) => !/\p{L}/u.test(character))
  const masks = await mask(signs.map((sign) => `${sign}Party`))
  expect(signs.filter((_, at) => masks[at] !== 'P***')).toEqual([])
  const letters = Array.from({ length: 0x2fa1d }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.test(character))
  const lettersMasked = await mask(letters.map((letter) => `${letter}arty`))
  expect(letters.filter((letter, at) => lettersMasked[at] !== `${letter}***`)).toEqual([])
})

it('MASK-2: the first letter is shown, and nothing of a name that is a single letter or ideograph', async () => {
  const names = ['Lovelace', 'Ølberg', "'t Hooft", '(Smith)', '欧阳', '李', 'X', "O'Neil", null]
  expect(await mask(names)).toEqual(['L***', 'Ø***', 't***', 'S***', '欧***', '***', '***', 'O***', null])
})
