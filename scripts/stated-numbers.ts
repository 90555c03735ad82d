/** Numbers and values of the code in files that can't import them: documents, alert rules, and packages of their own. */
import { rules } from './stated/behaviour.ts'
import { inDocuments } from './stated/documents.ts'
import { rulesOfImports } from './stated/import-behaviour.ts'
import { inPackages } from './stated/packages.ts'
import type { Stated, Statements, Values } from './stated/statement.ts'
import { valuesInRules } from './stated/values.ts'

const statements: Statements = {
  ...inDocuments,
  ...inPackages,
  'docs/behaviour.md': [...rules, ...rulesOfImports, ...valuesInRules],
}

export const filesWithNumbers = Object.keys(statements)

/** The file with the numbers that hold. */
export const withNumbers = (file: string, found: string): string =>
  rewritten(file, found, (number) => written(file, number))

/** The file without the numbers that are written here: those that are left were written by hand. */
export const withoutNumbers = (file: string, found: string): string => rewritten(file, found, () => '#')

/** What the file no longer says is an error, so that nobody forgets it here. */
function rewritten(file: string, found: string, write: (number: Stated) => string): string {
  return (statements[file] ?? []).reduce((text, [says, ...numbers]) => {
    const parts = says.split('#')
    if (parts.length !== numbers.length + 1) throw new Error(`"${says}" has not ${numbers.length} numbers.`)
    const between = [...numbers.map(patternOf), '']
    const pattern = new RegExp(parts.map((part, at) => `${escaped(part)}${between[at]}`).join(''), 'g')
    if (text.match(pattern)?.length !== 1) throw new Error(`${file} must say "${says}", once.`)
    const words = [...numbers.map(write), '']
    return text.replace(pattern, () => parts.map((part, at) => `${part}${words[at]}`).join(''))
  }, found)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function patternOf(number: Stated): string {
  if (typeof number !== 'object') return '\\d(?:[\\d,.]*\\d)?'
  return isValues(number) ? '`[^`]+`(?:(?:,| or| and) `[^`]+`)*' : '\\d+(?:, \\d+)*'
}

function written(file: string, number: Stated): string {
  if (typeof number === 'object') return isValues(number) ? sentenceOf(number) : number.join(', ')
  return typeof number === 'number' && file.endsWith('.md') ? number.toLocaleString('en-US') : String(number)
}

const isValues = (number: object): number is Values => 'last' in number

function sentenceOf({ values, last }: Values): string {
  const marked = values.map((value) => `\`${value}\``)
  return [...marked.slice(0, -2), marked.slice(-2).join(last)].join(', ')
}
