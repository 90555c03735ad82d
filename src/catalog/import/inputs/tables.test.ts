/** CSV, JSON and Parquet as lines of an import. */
import { execFileSync } from 'node:child_process'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { MapFile } from './mapping.ts'
import { openInputs, type Subject } from './open-inputs.ts'
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

  test('IMPORT-18: a file is known again by its size and the time of its last write; a pipe is not', async () => {
    const markOf = async (path: string) => (await openInputs([path], Readable.from([])))[0]!.mark
    const path = await file('domain\na.example\n')
    const mark = await markOf(path)
    expect([mark, await markOf(path)]).toEqual([expect.any(String), mark])
    await utimes(path, 0, 0)
    const touched = await markOf(path)
    await writeFile(path, 'domain\nb.example\nc.example\n')
    await utimes(path, 0, 0)
    expect(new Set([mark, touched, await markOf(path)]).size).toBe(3)
    expect(await markOf('-')).toBeUndefined()
  })

  test('a named pipe is read once, like stdin; Parquet through one is refused', async () => {
    const piped = async (contents: string, extension: string) => {
      const path = join(folder, `pipe.${extension}`)
      execFileSync('mkfifo', [path])
      // Opened once, the pipe is empty for whoever opens it again.
      const written = writeFile(path, contents)
      const { values } = await read(path)
      await written
      return values
    }
    expect(await piped(JSON.stringify([line]), 'json')).toEqual([line])
    expect(await piped(`${JSON.stringify(line)}\n`, 'ndjson')).toEqual([line])
    expect(await piped('domain,name\na.example,A\n', 'csv')).toEqual([{ domain: 'a.example', name: 'A' }])
    execFileSync('mkfifo', [join(folder, 'pipe.parquet')])
    expect(await refusal(join(folder, 'pipe.parquet'))).toMatch(/not from stdin or a pipe\. Name the file\./)
  }, 10_000)

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
