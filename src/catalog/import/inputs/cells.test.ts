/** Cells of tables as spreadsheets show them. */
import { describe, expect, test } from 'vitest'
import { readTime } from '../field-readers.ts'
import { readPhones } from '../read-channels.ts'
import { readCell } from './cells.ts'
import { file, read, useFolder, values } from './tables-fixture.ts'

useFolder()

describe('IMPORT-23: cells', () => {
  test('a row of empty cells is none, and the others keep their line numbers', async () => {
    const { arrivals, values } = await read(await file('Website;Company\r\na.example;A\r\n;\r\n ; \r\n;B\r\n'))
    expect(values).toEqual([{ domain: 'a.example', name: 'A' }, { name: 'B' }])
    expect(arrivals.map(({ line }) => line)).toEqual([2, 5])
  })

  test('an empty cell leaves what is stored, unless the mapping says that it clears', async () => {
    const contents = 'domain,name,apps,email\na.example,,,\n'
    expect(await values(contents)).toEqual([{ domain: 'a.example' }])
    const columns = { domain: 'domain', name: 'name', apps: 'apps', email: 'contact.email' }
    expect(await values(contents, { map: { columns, empty: 'clear' } })).toEqual([
      { domain: 'a.example', name: null, apps: null },
    ])
  })

  test.each([
    ['list', 'Klaviyo; Judge.me', ['Klaviyo', 'Judge.me']],
    ['list', 'Klaviyo, Judge.me', ['Klaviyo', 'Judge.me']],
    ['list', 'Loox, Reviews | Klaviyo', ['Loox, Reviews', 'Klaviyo']],
    ['list', '["a","b;c"]', ['a', 'b;c']],
    ['list', 'Klaviyo', ['Klaviyo']],
    ['flag', 'Yes', true],
    ['flag', '0', false],
    ['flag', 'perhaps', 'perhaps'],
    ['number', '$1,234.50', 1234.5],
    ['number', '1.234,50 €', 1234.5],
    ['number', '12k', 12_000],
    ['number', '85%', 85],
    ['number', 'many', 'many'],
    ['visits', '120,000', '100k_500k'],
    ['country', 'United States', 'US'],
    ['country', 'germany', 'DE'],
    ['country', 'DE', 'DE'],
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '2026/1/31', '2026-01-31'],
    ['date', '31.01.2026', '2026-01-31'],
    ['date', '31/01/2026', '2026-01-31'],
    ['date', '31.1.26', '2026-01-31'],
    ['date', '1/31/26 14:05', '2026-01-31T14:05:00Z'],
    ['date', '3/4/26', '3/4/26'],
    ['date', '31.12.99', '1999-12-31'],
    ['date', '1/31/2026', '2026-01-31'],
    ['date', '1/31/2026 2:05 PM', '2026-01-31T14:05:00Z'],
    ['date', '31.1.2026 14:05:09', '2026-01-31T14:05:09Z'],
    ['date', '31 Jan 2026', '2026-01-31'],
    ['date', 'January 31, 2026', '2026-01-31'],
    ['date', '3/4/2026', '3/4/2026'],
    ['date', '30.02.2026', '30.02.2026'],
    ['date', 'yesterday', 'yesterday'],
    ['date', '', undefined],
  ] as const)('%s "%s"', (kind, cell, value) => {
    expect(readCell(cell, kind, {})).toEqual(value)
  })

  test.each([
    ['12.000', 'visits', '10k_50k'],
    ['ca. 20.000', 'visits', '10k_50k'],
    ['12.000', 'amount', 12_000],
    ['1.234,50 €', 'amount', 1_234.5],
    ['1,5 Mio', 'amount', 1_500_000],
    ['87.125', 'number', 87.125],
    ['Ja', 'flag', true],
    ['FALSCH', 'flag', false],
    ['Österreich', 'country', 'AT'],
    ['Espagne', 'country', 'ES'],
    ['Italia', 'country', 'IT'],
    ['#NV', 'text', undefined],
    ['#DIV/0!', 'visits', undefined],
    ['k.A.', 'text', undefined],
    ['–', 'amount', undefined],
    ['-', 'flag', false],
    ['NA', 'country', 'NA'],
    ['Gültig', 'status', 'valid'],
    ['risky', 'status', 'risky'],
    ['4,9E+12', 'phones', ['4,9E+12']],
    ['4.91512E+12; 030 123456', 'phones', ['4.91512E+12', '030 123456']],
    ['030 1234, 0151 5678', 'phones', ['030 1234', '0151 5678']],
    ['030 1234, ext. 12', 'phones', ['030 1234, ext. 12']],
    ['4915112345678.0', 'phones', ['4915112345678']],
    ["'+49 30 1234", 'phones', ['+49 30 1234']],
    ['="0151 5678"', 'phones', ['0151 5678']],
    ["'s-Hertogenbosch", 'text', "'s-Hertogenbosch"],
  ] as const)('IMPORT-33: %j in a spreadsheet is read as a %s', (cell, kind, value) => {
    expect(readCell(cell, kind, {})).toEqual(value)
  })

  test('a mapping says which comes first in 3/4/2026', () => {
    expect(readCell('3/4/2026', 'date', { dates: 'dmy' })).toBe('2026-04-03')
    expect(readCell('3/4/2026', 'date', { dates: 'mdy' })).toBe('2026-03-04')
    expect(readCell('3.4.2026', 'date', { dates: 'mdy' })).toBe('2026-03-04')
  })

  test('IMPORT-33: a phone that a spreadsheet has rounded is left out with a warning, not cut at its comma', async () => {
    const [row] = await values('domain;name;phone\na.example;Ann Bee;4,9E+12\n', { about: 'contacts' })
    const reasons: string[] = []
    const { contacts } = row as { contacts: Record<string, unknown>[] }
    const times = { now: 0, observedAt: 0 }
    expect(readPhones(contacts[0]!, (_field, reason) => reasons.push(reason), times)).toEqual([])
    expect(reasons).toEqual(['a number that a spreadsheet has rounded, left out'])
  })

  test('commas within names of apps divide nothing in a column that another sign divides', async () => {
    const apps = async (...cells: string[]) =>
      (await values(['domain\tapps', ...cells.map((cell, at) => `${at}.example\t${cell}`)].join('\n'))).map(
        (one) => (one as { apps: string[] }).apps,
      )
    expect(await apps('Klaviyo; Judge.me', 'Yotpo, Reviews & Loyalty')).toEqual([
      ['Klaviyo', 'Judge.me'],
      ['Yotpo, Reviews & Loyalty'],
    ])
    expect(await apps('Klaviyo, Loox', 'Gorgias, Loox', 'A; B')).toEqual([
      ['Klaviyo', 'Loox'],
      ['Gorgias', 'Loox'],
      ['A', 'B'],
    ])
    const contents = 'website;email\na.example;"x@a.example;y@a.example"\na.example;z@a.example, w@a.example\n'
    expect(await values(contents, { about: 'contacts' })).toMatchObject([
      { contacts: [{ emails: [{ email: 'x@a.example' }, { email: 'y@a.example' }] }] },
      { contacts: [{ emails: [{ email: 'z@a.example' }, { email: 'w@a.example' }] }] },
    ])
  })

  test('several addresses in a cell or in numbered columns share what their columns say', async () => {
    const contents = 'domain,email,email status,email 2\na.example,x@a.example; y@a.example,verified,z@a.example\n'
    expect(await values(contents)).toEqual([
      {
        domain: 'a.example',
        contacts: [
          {
            emails: [
              { email: 'x@a.example', status: 'verified' },
              { email: 'y@a.example', status: 'verified' },
              { email: 'z@a.example' },
            ],
          },
        ],
      },
    ])
  })
})

test.each([
  ['3/4/2026', /can be read in two ways, ignored: "dates" in a mapping says which/],
  ['46053', /the number of a day, ignored: format the column as dates/],
  ['30.02.2026', /^not a date such as/],
  ['2026-13-01', /^not a date such as/],
  ['yesterday', /^not a date such as/],
])('IMPORT-23: of the date %s, the warning says what to do', (text, reason) => {
  const reasons: string[] = []
  const times = { now: Date.parse('2026-11-19'), observedAt: 0 }
  readTime({ at: text }, 'at', (_field, why) => reasons.push(why), times)
  expect(reasons).toEqual([expect.stringMatching(reason)])
})

test('IMPORT-20: an id of 64 bits keeps all its digits, and a time that no calendar has stops nothing', () => {
  expect(readCell(1234567890123456789n, 'text', {})).toBe('1234567890123456789')
  expect(readCell(42n, 'number', {})).toBe(42)
  expect(readCell(new Date(Number.NaN), 'date', {})).toBe('Invalid Date')
})
