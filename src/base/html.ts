/** A piece of HTML. Whatever else is put into one is escaped. */
export type Html = { readonly markup: string }

type Content = Html | string | number | null | undefined | false | readonly Content[]

export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: strings.reduce((text, part, at) => text + toMarkup(contents[at - 1]) + part) }
}

function toMarkup(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content))
  if (isList(content)) return content.map(toMarkup).join('')
  return content.markup
}

const isList = (content: Html | readonly Content[]): content is readonly Content[] => Array.isArray(content)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)
