/** Which of these types the caller prefers; of two with the same weight, the first that it names. Undefined: it names none. */
export function accepts<Type extends string>(accept: string | undefined, types: readonly Type[]): Type | undefined {
  const wishes = (accept ?? '')
    .split(',')
    .map((wish) => wish.trim().toLowerCase())
    .map((wish) => ({ type: wish.split(';')[0]!.trim(), weight: Number(/;\s*q=([\d.]+)/.exec(wish)?.[1] ?? 1) }))
    .filter(({ type, weight }) => weight > 0 && types.some((one) => one === type))
    .sort((a, b) => b.weight - a.weight)
  return wishes[0]?.type as Type | undefined
}

/** One line of CSV (RFC 4180) that is safe to open in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets read as "this is
 * text". Tabs and line breaks count too: some programs strip them and then see the formula.
 */
function csvCell(text: string): string {
  const safe = isNumber(text) || isPhoneNumber(text) ? text : text.replaceAll(formulaStart, (start) => `${start}'`)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Where a spreadsheet would see a formula: at the start of a cell, and after what some countries' spreadsheets take for the
 * end of one. The wide forms of the signs are read as the narrow ones.
 */
const formulaStart = /(?:^|[;\t\r\n|])[ \u3000]*(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g

/** A spreadsheet reads it as what it is, and adds it up. */
const isNumber = (text: string): boolean => /^-\d+(?:\.\d+)?$/.test(text)

/** Digits and the marks between them compute nothing that could do harm, and CRMs take numbers only as they are. */
const isPhoneNumber = (text: string): boolean => /^\+\d(?:[\d ().-]| (?:ext\.? ?|x)\d|[;,] \+?\d)*$/.test(text)
