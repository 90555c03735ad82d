/** CSV, JSON and Parquet as lines of an import. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readTime } from '../field-readers.ts'
import { readPhones } from '../read-channels.ts'
import { readCell } from './cells.ts'
import type { MapFile } from './mapping.ts'
import type { Subject } from './open-inputs.ts'
import { file, folder, parquetOf, read, refusal, refusalOf, useFolder, values } from './tables-fixture.ts'

useFolder()

describe('IMPORT-20: formats', () => {
  const line = { domain: 'a.example', name: 'Ä, “quoted” and\nbroken' }

  test.each([
    ['ndjson', `${JSON.stringify(line)}\n`],
    ['json', JSON.stringify([line], null, 2)],
    ['json', `${JSON.stringify(line)}\n`],
    ['csv', 'domain,name\na.example,"Ä, “quoted” and\nbroken"\n'],
    ['tsv', 'domain\tname\na.example\t"Ä, “quoted” and\nbroken"\n'],
    ['parquet', new Uint8Array(parquetOf({ domain: ['a.example'], name: [line.name] }))],
  ])('%s says the same, plain, gzipped and as zstd', async (extension, contents) => {
    const bytes = Buffer.from(contents)
    expect((await read(await file(bytes, extension))).values).toEqual([line])
    if (extension === 'parquet') return
    expect((await read(await file(gzipSync(bytes), `${extension}.gz`))).values).toEqual([line])
    expect((await read(await file(zstdCompressSync(bytes), `${extension}.zst`))).values).toEqual([line])
  })

  test('a pattern names its files in order; one that matches nothing is an error', async () => {
    await writeFile(join(folder, 'part-2.ndjson'), '{"domain":"two.example"}')
    await writeFile(join(folder, 'part-1.ndjson'), '{"domain":"one.example"}')
    const { values: found } = await read(join(folder, 'part-*.ndjson'))
    expect(found).toEqual([{ domain: 'one.example' }, { domain: 'two.example' }])
    expect(await refusal(join(folder, 'none-*.csv'))).toBe('No file matches none-*.csv.')
  })

  test('lists in Parquet are lists, numbers are numbers, times are times', async () => {
    const time = new Date('2026-01-31T12:00:00Z')
    const bytes = parquetOf({
      domain: ['a.example'],
      apps: [['Klaviyo', 'Judge.me']],
      score: [7n],
      observed_at: [time],
    })
    expect((await read(await file(new Uint8Array(bytes), 'parquet'))).values).toEqual([
      { domain: 'a.example', apps: ['Klaviyo', 'Judge.me'], lead_fit_score: 7, observed_at: time.toISOString() },
    ])
  })
})

test('IMPORT-20: a file .txt is the table that a spreadsheet saves as Unicode text, or NDJSON', async () => {
  const table = Buffer.from('\ufeffdomain\tname\r\na.example\tA\r\n', 'utf16le')
  const { values, description } = await read(await file(table, 'txt'))
  expect(description).toBe('CSV, tabs, UTF-16')
  expect(values).toEqual([{ domain: 'a.example', name: 'A' }])
  expect((await read(await file('{"domain":"a.example"}\n', 'txt'))).values).toEqual([{ domain: 'a.example' }])
})

describe('IMPORT-21: CSV as people have it', () => {
  const text = (sign: string) => `domain${sign}name${sign}country\r\nmüller.example${sign}Müller’s – Café${sign}DE\r\n`
  const store = { domain: 'müller.example', name: 'Müller’s – Café', country: 'DE' }
  const utf16 = Buffer.from(`\ufeff${text(';')}`, 'utf16le')
  const windows = Buffer.from(
    [...text(';')].map((letter) => ({ '’': 0x92, '–': 0x96 })[letter] ?? letter.charCodeAt(0)),
  )

  test.each([
    ['CSV, commas, UTF-8', Buffer.from(text(','))],
    ['CSV, semicolons, UTF-8', Buffer.from(`\ufeff${text(';')}`)],
    ['CSV, tabs, UTF-8', Buffer.from(text('\t'))],
    ['CSV, bars, UTF-8', Buffer.from(text('|'))],
    ['CSV, semicolons, UTF-16', utf16],
    ['CSV, semicolons, UTF-16', utf16.subarray(2)],
    ['CSV, semicolons, UTF-16 (big endian)', Buffer.from(utf16).swap16()],
    ['CSV, semicolons, Windows-1252', windows],
  ])('%s is recognised', async (description, bytes) => {
    const found = await read(await file(bytes))
    expect(found.description).toBe(description)
    expect(found.values).toEqual([store])
  })

  test('a letter of Windows-1252 long after the beginning is read as that', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `shop-${at}.example,Shop ${at}\n`).join('')
    const bytes = Buffer.concat([
      Buffer.from(`domain,name\n${rows}caf`),
      Buffer.from([0xe9]),
      Buffer.from('.example,x\n'),
    ])
    const found = await read(await file(bytes))
    expect(found.description).toContain('Windows-1252')
    expect(found.values.at(-1)).toEqual({ domain: 'café.example', name: 'x' })
  })

  test('the line with which Excel is told the delimiter is no header', async () => {
    for (const mark of ['sep=;\r\n', '\ufeffSEP=;\n']) {
      const { arrivals, values } = await read(await file(`${mark}domain;name\na.example;A, B, C\n`))
      expect(values).toEqual([{ domain: 'a.example', name: 'A, B, C' }])
      expect(arrivals[0]!.line).toBe(3)
    }
  })

  test('a header that stands in the middle once more is passed over', async () => {
    const { arrivals, values } = await read(await file('Domain,Name\na.example,A\nDomain,Name \nb.example,B\n'))
    expect(values).toEqual([
      { domain: 'a.example', name: 'A' },
      { domain: 'b.example', name: 'B' },
    ])
    expect(arrivals.map(({ line }) => line)).toEqual([2, 4])
  })

  test('line ends may be mixed, and each row knows its line', async () => {
    const { arrivals } = await read(
      await file('domain,name\r\na.example,A\nb.example,"B\nB"\r\n\nc.example,C\rd.example,D'),
    )
    expect(arrivals.map(({ line }) => line)).toEqual([2, 3, 6, 7])
  })
})

describe('IMPORT-22: columns', () => {
  test('are guessed from usual headers', async () => {
    const { tables } = await read(
      await file(
        'Store URL;Company;Name;E-Mail;Email Status;Job Title;Installed Apps;Notes;Email 2\na.example;;;;;;;;\n',
      ),
    )
    expect(tables[0]!.mapping.fields.map((field) => field?.target ?? null)).toEqual([
      'domain',
      'name',
      'contact.full_name',
      'contact.email',
      'contact.email_status',
      'contact.title',
      'apps',
      null,
      'contact.email_2',
    ])
  })

  test.each([
    [
      'de',
      'Webseite;Shopname;Land;Branche;Besucher/Monat;Umsatz/Monat',
      'Vorname;Nachname;Funktion;E-Mail;E-Mail-Status;Telefon',
    ],
    [
      'fr',
      'Site web;Société;Pays;Catégorie;Visites par mois;Chiffre d’affaires mensuel',
      'Prénom;Nom de famille;Fonction;Courriel;Statut email;Portable',
    ],
    [
      'es',
      'Sitio web;Tienda;País;Categoría;Visitas mensuales;Ingresos mensuales',
      'First name;Apellidos;Cargo;Correo electrónico;Estado email;Móvil',
    ],
    [
      'it',
      'Sito web;Negozio;Paese;Categoria;Visite mensili;Fatturato mensile',
      'First name;Cognome;Mansione;Email;Stato email;Cellulare',
    ],
  ])('are guessed from headers in other languages, too: %s', async (_language, ofStores, ofPeople) => {
    const { tables } = await read(await file(`${ofStores};${ofPeople}\na.example;;;;;;;;;;;\n`))
    expect(tables[0]!.mapping.fields.map((field) => field?.target ?? null)).toEqual([
      ...['domain', 'name', 'country', 'category', 'monthly_visits', 'monthly_revenue_estimate'],
      ...['first_name', 'last_name', 'title', 'email', 'email_status', 'phone'].map((name) => `contact.${name}`),
    ])
  })

  test('are guessed as a CRM and spreadsheets name them, and a second phone is one', async () => {
    const targets = async (header: string, about: Subject) =>
      (await read(await file(`${header}\n`), { about })).tables[0]!.mapping.fields.map((field) => field?.target ?? null)
    expect(await targets('Store URL,Apps installed,Last crawled', 'stores')).toEqual(['domain', 'apps', 'observed_at'])
    expect(await targets('Website;Installierte Apps;Stand', 'stores')).toEqual(['domain', 'apps', 'observed_at'])
    expect(await targets('Company website,Record ID,First Name,Phone,Mobile,Last verified,Email', 'contacts')).toEqual([
      'domain',
      ...['source_id', 'first_name', 'phone', 'phone_2', 'email_verified_at', 'email'].map((one) => `contact.${one}`),
    ])
    expect(await targets('Webseite;Rolle;E-Mail;Geprüft am;Telefon;Mobil;LinkedIn-Profil', 'contacts')).toEqual([
      'domain',
      ...['role', 'email', 'email_verified_at', 'phone', 'phone_2', 'linkedin_url'].map((one) => `contact.${one}`),
    ])
  })

  test('are guessed from their cells where no header says which holds the domain', async () => {
    const contents = 'Shop,E-Mail\nhttps://www.a.example/,x@a.example\n,\nB.example ,y@b.example\n'
    expect(await values(contents, { about: 'contacts' })).toEqual([
      { domain: 'https://www.a.example/', contacts: [{ emails: [{ email: 'x@a.example' }] }] },
      { domain: 'B.example', contacts: [{ emails: [{ email: 'y@b.example' }] }] },
    ])
    expect(await values('Shop,Land\na.example,DE\n')).toEqual([{ domain: 'a.example', country: 'DE' }])
    for (const broken of [
      'Shop,Land\na.example,DE\nAlpha,DE\n',
      'Shop,Profil\nAlpha,https://social.example/a\nBeta,https://social.example/b\n',
      'Shop,Lager\na.example,b.example\nc.example,d.example\n',
    ])
      expect(await refusalOf(broken)).toMatch(/no column holds the store's domain/)
  })

  test('of a file of contacts, a name is that of a person', async () => {
    const contents = 'website,name,title,country\na.example,Ann Bee,CEO,DE\n'
    expect(await values(contents, { about: 'contacts' })).toEqual([
      { domain: 'a.example', contacts: [{ full_name: 'Ann Bee', title: 'CEO' }] },
    ])
    expect(await values(contents)).toEqual([{ domain: 'a.example', name: 'Ann Bee', country: 'DE' }])
  })

  test('are those that a mapping names, and a missing one is refused', async () => {
    const map: MapFile = { columns: { Seite: 'domain', Wer: 'contact.full_name', Egal: null } }
    expect(await values('Seite,Wer,Egal\na.example,Ann Bee,x\n', { map })).toEqual([
      { domain: 'a.example', contacts: [{ full_name: 'Ann Bee' }] },
    ])
    expect(await refusalOf('Seite,Egal\na.example,x\n', { map })).toMatch(
      /map\.json names the column "Wer", which is not in file-\d+\.csv\. Its columns: Seite, Egal\./,
    )
  })
})

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
