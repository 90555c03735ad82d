import { describe, expect, it } from 'vitest'
import { joinColumns, parseSheet } from './own-columns.ts'

const results =
  'index,input,domain,status,name\r\n0,tea.example,tea.example,found,"Tea, ""Ltd"""\r\n1,nobody.example,nobody.example,not_found,\r\n'

describe('the file with what was found', () => {
  it('keeps its own columns and its order, and has the new ones next to them', () => {
    const file = 'Owner;Website;Since\n"Ada; A.";tea.example;2020\nTom;not a domain;2021\nEve;nobody.example;\n'
    expect(joinColumns(file, results)).toBe(
      [
        'Owner,Website,Since,domain,status,name',
        'Ada; A.,tea.example,2020,tea.example,found,"Tea, ""Ltd"""',
        'Tom,not a domain,2021,,,',
        'Eve,nobody.example,,nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
  })

  it('ENRICH-4: is as wide in every line as in its head, with commas in pasted cells, and in lines that are too long', () => {
    expect(joinColumns('Name\tWebsite\tCity\nCem, Jr.\ttea.example\tUlm\nTom\tnobody.example\n', results)).toBe(
      [
        'Name,Website,City,domain,status,name',
        '"Cem, Jr.",tea.example,Ulm,tea.example,found,"Tea, ""Ltd"""',
        'Tom,nobody.example,,nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
    expect(joinColumns('Website,City\ntea.example,Ulm,an der Donau\n', results)).toBe(
      [
        'Website,City,column_3,domain,status,name',
        'tea.example,Ulm,an der Donau,tea.example,found,"Tea, ""Ltd"""',
        '',
      ].join('\r\n'),
    )
  })

  it('ENRICH-4: keeps the line breaks of cells in quotes, and takes a quote that nothing closes for text', () => {
    const file =
      'Name,Website,Note\r\n"Tea, Ltd",tea.example,"first\r\n\r\n""second"", third"\r\nTom,nobody.example,"6 ft\r\n'
    expect(joinColumns(file, results)).toBe(
      [
        'Name,Website,Note,domain,status,name',
        '"Tea, Ltd",tea.example,"first\n\n""second"", third",tea.example,found,"Tea, ""Ltd"""',
        'Tom,nobody.example,"""6 ft",nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
    expect(joinColumns('Website,Note\ntea.example,"6 ft\nnobody.example,"7 ft\n', results)).toBe(
      [
        'Website,Note,domain,status,name',
        'tea.example,"""6 ft",tea.example,found,"Tea, ""Ltd"""',
        'nobody.example,"""7 ft",nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
    expect(joinColumns('Note,Website\n"a,tea.example\nb",nobody.example\n"c;",nobody.example\n', results)).toBe(
      [
        'Note,Website,domain,status,name',
        '"a,tea.example\nb",nobody.example,nobody.example,not_found,',
        'c;,nobody.example,nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
  })

  it('names columns that would stand twice, and those of a file without a head', () => {
    expect(joinColumns('domain,name\ntea.example,Mine\n', results)).toMatch(
      /^domain,name,store_domain,status,store_name\r\n/,
    )
    expect(joinColumns('tea.example\n', results)).toMatch(
      /^column_1,domain,status,name\r\ntea\.example,tea\.example,found/,
    )
  })

  it('has a line for each domain of a list, and looks where the domains were read', () => {
    expect(joinColumns('tea.example, typo, nobody.example\n', results)).toBe(
      [
        'column_1,domain,status,name',
        'tea.example,tea.example,found,"Tea, ""Ltd"""',
        'typo,,,',
        'nobody.example,nobody.example,not_found,',
        '',
      ].join('\r\n'),
    )
    expect(joinColumns('Store,Domain\nTea Ltd,tea.example\n', results)).toContain(
      'Tea Ltd,tea.example,tea.example,found',
    )
  })

  it('finds a store under whatever the file calls it', () => {
    const sheet = 'domain,status\r\ntea.example,found\r\n'
    const domains = new Map([['https://www.tea.example/about', 'tea.example']])
    expect(
      joinColumns('Company,Url\nTea,https://www.tea.example/about\n', sheet, 'domain', (cell) => domains.get(cell)),
    ).toBe('Company,Url,domain,status\r\nTea,https://www.tea.example/about,tea.example,found\r\n')
  })

  it('reads what the API writes', () => {
    expect(parseSheet('a,b\r\n"x\ny",""\r\n')).toEqual([
      ['a', 'b'],
      ['x\ny', ''],
    ])
  })
})
