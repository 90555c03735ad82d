const columnNames =
  /^(e-?mails?|e-?mail address|domain|website|url|web|linkedin|linkedin (url|profile)|company|name|(first|last|full) ?name|phone|status|code)$/i

/** The first line of a spreadsheet names its columns: nothing that somebody could miss. */
export const isHeading = (line: string): boolean =>
  line.split(/[,;\t]/).some((cell) => columnNames.test(cell.trim().replaceAll(/^["']+|["']+$/g, '')))
