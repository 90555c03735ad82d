/** Runs code as a module would, with what the guide says that the reader has; answers with the variables it made. */
export async function runSnippet(
  code: string,
  given: Record<string, unknown>,
  wanted: string[] = [],
): Promise<Record<string, never>> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<never>
  const body = new AsyncFunction(...Object.keys(given), `${code}\nreturn { ${wanted.join(', ')} }`)
  return body(...Object.values(given))
}

/** The text of a page without its escapes. */
export const toPlain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
