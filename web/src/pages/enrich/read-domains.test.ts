import { describe, expect, it } from 'vitest'
import { fileBytesMax } from '../../ui/read-text-file.ts'
import { readDomains, readFile, rowsOf } from './read-domains.ts'

const fileOf = (bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], 'list.csv')

describe('a list of domains', () => {
  it('is read from lines, commas and pasted addresses, each once', () => {
    expect(
      readDomains('tea.example\nhttps://www.soap.example/shop?x=1, tea.example\r\n\r\nnot a domain'),
    ).toMatchObject({
      domains: ['tea.example', 'https://www.soap.example/shop?x=1'],
      repeated: ['tea.example'],
      skipped: ['not a domain'],
    })
  })

  it('names what was skipped in it, and does not report the columns next to a domain as mistakes', () => {
    expect(readDomains('Tea Ltd,tea.example,36\ntypo\nsoap.example, half a domain, wool.example')).toMatchObject({
      domains: ['tea.example', 'soap.example', 'wool.example'],
      skipped: ['typo', 'half a domain'],
    })
  })

  it('does not take dates and decimals for domains', () => {
    expect(readDomains('tea.example;12.03.2024;12.50\n1.50\nbücher.москва\nsoap.example?v=1.50')).toMatchObject({
      domains: ['tea.example', 'bücher.москва', 'soap.example?v=1.50'],
      skipped: ['1.50'],
    })
  })

  it('names as skipped what the server takes for no domain', () => {
    expect(readDomains('tea.example\nmy_shop.example\n-soap.example\nbücher.example')).toMatchObject({
      domains: ['tea.example', 'bücher.example'],
      skipped: ['my_shop.example', '-soap.example'],
    })
  })

  it('is taken from the column that is named for it, and what is not a domain there is named', () => {
    const csv = 'Company;Website;Mail\n"A; B";tea.example;a@mail.example\nC;none;c@mail.example\n'
    expect(readDomains(csv)).toMatchObject({ domains: ['tea.example'], skipped: ['none'] })
  })

  it('is taken from the column with the most domains where several have a name that fits', () => {
    const csv = 'Store,Domain\nTea Ltd,tea.example\nwool.example,soap.example\n'
    expect(readDomains(csv)).toMatchObject({ domains: ['tea.example', 'soap.example'], skipped: [] })
    expect(readDomains('Website,Shop\ntea.example,soap.example\n')).toMatchObject({ domains: ['tea.example'] })
  })

  it('ENRICH-4: is read with what its first line puts between cells, and other commas are part of them', () => {
    expect(rowsOf('Name\tWebsite\tCity\nCem, Jr.\ttea.example\t\n\tsoap.example\tUlm, a; b')).toEqual([
      ['Name', 'Website', 'City'],
      ['Cem, Jr.', 'tea.example'],
      ['', 'soap.example', 'Ulm, a; b'],
    ])
    expect(rowsOf('Website\tNote\tCity\n\ntea.example\t\t"Ulm, ""an"" der Donau"')).toEqual([
      ['Website', 'Note', 'City'],
      ['tea.example', '', 'Ulm, "an" der Donau'],
    ])
    expect(rowsOf('"Name, full";Website\nCem, Jr.;tea.example')).toEqual([
      ['Name, full', 'Website'],
      ['Cem, Jr.', 'tea.example'],
    ])
    expect(rowsOf('Name,Website\nA; B,tea.example')[1]).toEqual(['A; B', 'tea.example'])
    expect(rowsOf('Cem, Jr.\ttea.example')).toEqual([['Cem, Jr.', 'tea.example']])
  })

  it('is refused with a reason when it holds none, or too many', () => {
    expect(readDomains('name,age\nAda,36')).toHaveProperty('refusal')
    const many = Array.from({ length: 100_001 }, (_, at) => `s${at}.example`).join('\n')
    expect(readDomains(many)).toHaveProperty('refusal', expect.stringContaining('100,001'))
  })

  it('is read right in the encodings that spreadsheets write', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'tea.example'].flatMap((letter) => [letter.charCodeAt(0), 0])])
    expect(await readFile(fileOf(utf16))).toHaveProperty('domains', ['tea.example'])
    const western = new Uint8Array(
      [...'caf']
        .map((letter) => letter.charCodeAt(0))
        .concat(
          [0xe9],
          [...'.example'].map((letter) => letter.charCodeAt(0)),
        ),
    )
    expect(await readFile(fileOf(western))).toHaveProperty('domains', ['café.example'])
  })

  it('is refused when it is no text, or too large to be one', async () => {
    expect(await readFile(fileOf(new Uint8Array([0x50, 0x4b, 0, 0, 1, 2])))).toHaveProperty('refusal')
    expect(await readFile(fileOf(new Uint8Array(fileBytesMax + 1)))).toHaveProperty('refusal')
  })
})
