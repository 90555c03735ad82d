/**
 * `text` is the line's beginning; it may hold channels, so it goes where the operator said and nowhere else. `column` is that
 * of a table.
 */
export type Reject = { input: string; line: number; column?: string; reason: string; text: string }

/** `field` is a path within the line, such as `contacts[0].emails[1].status`; of a table, the header of a column. */
export type Warning = { input: string; line: number; field: string; reason: string }
