/** A list: its numbers, separated by commas. Text: a number that is never grouped. */
export type Stated = number | string | readonly number[] | Values

/** Values of the code as a sentence lists them. */
export type Values = { values: readonly string[]; last: string }

/** `a`, `b` or `c`. */
export const either = (values: readonly string[]): Values => ({ values, last: ' or ' })
/** `a`, `b` and `c`. */
export const both = (values: readonly string[]): Values => ({ values, last: ' and ' })
/** `a`, `b`, `c`. */
export const listed = (values: readonly string[]): Values => ({ values, last: ', ' })

/** A sentence, in which `#` stands for a number or for values. */
export type Statement = readonly [text: string, ...numbers: Stated[]]

/** What each file says. */
export type Statements = Readonly<Record<string, readonly Statement[]>>
