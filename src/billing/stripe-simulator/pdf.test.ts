import { expect, it } from 'vitest'
import { writePdf } from './pdf.ts'

const linesOf = (name: string): string[] =>
  writePdf('Invoice', [name])
    .toString('latin1')
    .split('\n')
    .filter((line) => line.endsWith('Tj'))
    .map((line) => line.slice(line.indexOf('Tm ') + 3))

it.each([
  ['O’Brien & Söhne – “Café” €5…', 'O\x92Brien & S\xf6hne \x96 \x93Caf\xe9\x94 \x805\x85'],
  ['Łukasz Dvořák', 'Lukasz Dvor\xe1k'],
  ['50% (a\\b)', '50% \\(a\\\\b\\)'],
])('BILL-17: the PDF of an invoice shows %s', (name, written) => {
  expect(linesOf(name).at(-1)).toBe(`/Latin 12 Tf (${written}) Tj`)
})

it.each(['株式会社 Ünal', 'Мария Иванова', 'Ελένη'])(
  'BILL-17: the PDF of an invoice shows %s in letters of its own',
  (name) => {
    const hex = Buffer.from(name, 'utf16le').swap16().toString('hex')
    expect(linesOf(name).at(-1)).toBe(`/Wide 12 Tf <${hex}> Tj`)
  },
)

it('the table of a PDF names the place of each of its objects', () => {
  const text = writePdf('Invoice', ['One line']).toString('latin1')
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)![1]))
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(offsets.map((_, at) => `${at + 1} 0 obj`))
})
