import { describe, expect, it } from 'vitest'
import { readEntries } from './read-entries.ts'

const sum = 'a'.repeat(64)

describe('entries of an exclusion list', () => {
  it('are read one a line, whatever they are, and each once', () => {
    const text = `ada@shop.example\nADA@shop.example\nhttps://www.linkedin.com/in/ada\n${sum.toUpperCase()}\nshop.example\r\nhttps://tea.example/about`
    expect(readEntries(text)).toEqual({
      entries: [
        { email: 'ada@shop.example' },
        { linkedin_url: 'https://www.linkedin.com/in/ada' },
        { email_sha256: sum },
        { domain: 'shop.example' },
        { domain: 'https://tea.example/about' },
      ],
      unread: [],
    })
  })

  it('EXCL-10: are read from a spreadsheet: a person excludes nobody else at the company', () => {
    expect(readEntries('name,email,website\nAda,"ada@shop.example",shop.example\nTea Ltd;;tea.example\n')).toEqual({
      entries: [{ email: 'ada@shop.example' }, { domain: 'tea.example' }],
      unread: [],
    })
  })

  it('EXCL-10: a domain that the server would refuse is named', () => {
    expect(readEntries('tea.example\nmy_shop.example')).toEqual({
      entries: [{ domain: 'tea.example' }],
      unread: ['my_shop.example'],
    })
  })

  it('EXCL-10: lines that can’t be read are named', () => {
    expect(readEntries('ada@shop.example\n???\njust words').unread).toEqual(['???', 'just words'])
  })

  it('EXCL-10: are read where a domain is written as the end of its addresses', () => {
    expect(readEntries('@shop.example\n"@tea.example"')).toEqual({
      entries: [{ domain: 'shop.example' }, { domain: 'tea.example' }],
      unread: [],
    })
  })

  it('EXCL-10: are read next to dates and numbers, which are no domains', () => {
    const text =
      'Domain;Since;Orders\nshop.example;12.03.2024;12.50\nxn--bcher-kva.example\nbücher.москва\n1.50\n10.0.0.1'
    expect(readEntries(text)).toEqual({
      entries: [{ domain: 'shop.example' }, { domain: 'xn--bcher-kva.example' }, { domain: 'bücher.москва' }],
      unread: ['1.50', '10.0.0.1'],
    })
    expect(readEntries('shop.example?v=1.50\ntea.xn--p1ai:8080').entries).toEqual([
      { domain: 'shop.example?v=1.50' },
      { domain: 'tea.xn--p1ai:8080' },
    ])
  })

  it('EXCL-10: are read as mail programs copy them', () => {
    const text =
      'Ada Keen <ada@shop.example>\n"Keen, Ben" <ben@shop.example>; Cleo <mailto:cleo@shop.example>, <dora@shop.example>\nmailto:ewa@shop.example'
    expect(readEntries(text)).toEqual({
      entries: ['ada', 'ben', 'cleo', 'dora', 'ewa'].map((name) => ({ email: `${name}@shop.example` })),
      unread: [],
    })
  })
})
