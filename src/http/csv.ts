/** One CSV line (RFC 4180). */
export const csvLine = (cells: string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets read as "this is
 * text". Tab and carriage return count too: some programs strip them and then see the formula.
 */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
