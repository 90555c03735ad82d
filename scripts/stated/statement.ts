/** A list: its numbers, separated by commas. Text: a number that is never grouped. */
export type Stated = number | string | readonly number[]

/** A sentence, in which `#` stands for a number. */
export type Statement = readonly [text: string, ...numbers: Stated[]]

/** What each file says. */
export type Statements = Readonly<Record<string, readonly Statement[]>>
