import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import type { Delimiter } from './read-csv.ts'
import { file, parquetOf, read, refusal, refusalOf, useFolder } from './tables-fixture.ts'

useFolder()

describe('IMPORT-27: a table that is broken is refused before anything is read from it', () => {
  const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')

  test.each([
    [
      'the wrong delimiter',
      'domain;name\na.example;A\n',
      /no column holds the store's domain \(CSV, commas, UTF-8\)\. Columns: "domain;name"/,
      ',',
    ],
    [
      'a quote that never closes',
      'domain,name\na.example,A\nb.example,"B\nc.example,C\n',
      /line 3, column "name": a quote opens here and never closes/,
    ],
    ['10,000 columns', `${wide}\n`, /line 1: the header has 10,000 columns .*; at most 1,000 are read/],
    ['no header', 'a.example,Shop A\nb.example,Shop B\n', /line 1: this line looks like data \(a\.example\)/],
    [
      'a title above the header',
      'Shops of 2026;;\ndomain;name;apps\na.example;A;\n',
      /line 1: only one column has a name \(Shops of 2026\)/,
    ],
    ['headers that mean nothing', 'foo,bar\n1,2\n', /line 1: no column holds the store's domain/],
    ['two equal headers', 'domain,Name,name\na.example,A,B\n', /line 1: columns 2 and 3 are both named "name"/],
    [
      'two equal headers below the line that names the delimiter',
      'sep=;\na;a\n',
      /line 2: columns 1 and 2 are both named/,
    ],
    ['an empty file', '', /is empty/],
    ['a workbook', 'PK\u0003\u0004rest', /is a workbook or an archive, not CSV/],
  ] as [string, string, RegExp, Delimiter?][])('%s', async (_what, contents, message, delimiter) => {
    expect(await refusalOf(contents, delimiter ? { delimiter } : {})).toMatch(message)
  })

  test('a cell of 40 MB', async () => {
    const [start, end] = ['domain,name\na.example,A\nb.example,"', '"\n'].map((text) => Buffer.from(text))
    const contents = Buffer.concat([start!, Buffer.alloc(40 * 1024 * 1024, 'x'), end!])
    expect(await refusalOf(contents)).toMatch(/line 3, column "name": the row is longer than 8 MB/)
  })

  test('a row with too many or too few cells is rejected by itself', async () => {
    const { arrivals } = await read(await file('domain,name\na.example\nb.example,B,C\nc.example,C\n'))
    expect(arrivals.map((one) => ('problem' in one ? one.problem : 'good'))).toEqual([
      'the row has 1 cells, the header has 2',
      'the row has 3 cells, the header has 2',
      'good',
    ])
  })

  test('Parquet that is cut, nested or none', async () => {
    const whole = new Uint8Array(parquetOf({ domain: ['a.example'] }))
    expect(await refusal(await file(whole.subarray(0, whole.length - 9), 'parquet'))).toMatch(/parquet is cut/)
    expect(await refusal(await file('domain\n', 'parquet'))).toMatch(/is not a Parquet file/)
    const nested = parquetWriteBuffer({
      columnData: [
        { name: 'domain', data: ['a.example'] },
        { name: 'theme', data: [{ name: 'Dawn' }] },
      ],
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'domain', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'theme', num_children: 1, repetition_type: 'OPTIONAL' },
        { name: 'name', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ],
    })
    expect(await refusal(await file(new Uint8Array(nested), 'parquet'))).toMatch(/column "theme" is nested/)
  })

  test('JSON that is cut or no list of objects', async () => {
    expect(await refusal(await file('[{"domain":"a.example"},\n{"domain":', 'json'))).toMatch(
      /line 2: the file ends in the middle/,
    )
    expect(await refusal(await file('[{"domain":"a.example"}', 'json'))).toMatch(/ends before its list does/)
    expect(await refusal(await file('[1]', 'json'))).toMatch(/line 1: an object of a store is expected here/)
  })
})
