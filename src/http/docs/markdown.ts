/** Our own pages as Markdown: the same words, for programs and people who read text. Knows the elements that the docs use, and no others. */
type Element = { name: string; attributes: Record<string, string>; children: Node[] }
type Node = Element | string

export function toMarkdown(markup: string): string {
  const main = find(parse(markup), 'main')
  if (!main) throw new Error('The page has no main part.')
  return `${tidy(blocks(main.children))}\n`
}

/** Everything but blocks of code, which stay as they are. */
const tidy = (text: string): string =>
  text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[ \t]+\n/g, '\n').replaceAll(/\n{3,}/g, '\n\n')))
    .join('')
    .trim()

const empty = new Set(['meta', 'link', 'input', 'br'])
/** For readers with a mouse. */
const skipped = new Set(['script', 'button', 'input', 'label', 'textarea'])

function parse(markup: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, comment, closing, name, attributes, text] of markup.matchAll(
    /(<!doctype[^>]*>|<!--[\s\S]*?-->)|<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g,
  )) {
    const parent = open.at(-1)!
    if (comment !== undefined) continue
    if (text !== undefined) parent.children.push(text)
    else if (closing) open.pop()
    else {
      const element: Element = { name: name!, attributes: readAttributes(attributes!), children: [] }
      parent.children.push(element)
      if (!empty.has(name!)) open.push(element)
    }
  }
  return root
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, plain(value!)]))

function find(element: Element, name: string): Element | null {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === name) return child
    const found = find(child, name)
    if (found) return found
  }
  return null
}

const entities: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
const plain = (text: string): string => text.replaceAll(/&(quot|#39|lt|gt|amp);/g, (_, name: string) => entities[name]!)

const textOf = (nodes: Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? plain(node) : textOf(node.children))).join('')

/** Running text. */
function inline(nodes: Node[]): string {
  const written = nodes.map((node) => {
    if (typeof node === 'string') return plain(node).replaceAll(/\s+/g, ' ')
    if (skipped.has(node.name) || node.attributes.class === 'anchor') return ''
    const words = inline(node.children)
    if (node.name === 'code') return `\`${words.trim()}\``
    if (node.name === 'em') return `*${words}*`
    // Told apart by their looks on the page.
    if (node.attributes.class === 'required') return `**${words}**:`
    if (node.attributes.class === 'constraint') return `(${words})`
    if (node.name === 'a') return `[${words.trim()}](${node.attributes.href})`
    return words
  })
  return written.join('')
}

const blocks = (nodes: Node[]): string => nodes.map(block).join('')

const blockNames = /^(h\d|p|pre|ul|ol|table|dl|div|section|figure|details|main)$/

function block(node: Node): string {
  if (typeof node === 'string') return node.trim() === '' ? '' : inline([node])
  const { name, attributes, children } = node
  if (skipped.has(name)) return ''
  if (/^h\d$/.test(name)) return `\n\n${'#'.repeat(Number(name[1]))} ${inline(children).trim()}\n\n`
  if (name === 'p') return `\n\n${inline(children).trim()}\n\n`
  if (name === 'summary') return `\n\n**${inline(children).trim()}**\n\n`
  if (name === 'figure') return figure(node)
  if (name === 'pre') return `\n\n\`\`\`\n${textOf(children)}\n\`\`\`\n\n`
  if (name === 'ul' || name === 'ol') return `\n\n${items(node).join('\n')}\n\n`
  if (name === 'dl') return `\n\n${facts(children).join('\n')}\n\n`
  if (name === 'table') return `\n\n${rows(node).join('\n')}\n\n`
  if (blockNames.test(name) || attributes.id !== undefined) return blocks(children)
  return inline([node])
}

/** The language of a code block, by its caption. */
const fences: [RegExp, string][] = [
  [/\b(curl|shell)$/, 'sh'],
  [/\bTypeScript\b/, 'ts'],
  [/\bPython\b/, 'python'],
  [/\bJavaScript$/, 'js'],
  [/\b(json|JSON|\d{3})$/, 'json'],
  [/\.toml$/, 'toml'],
]

function figure({ children }: Element): string {
  const [caption, code] = elementsOf(children)
  const [title, note] = elementsOf(caption!.children).map((part) => inline([part]).trim().replaceAll(/\s+/g, ' '))
  const words = `${title} ${note}`.trim()
  const text = textOf(code!.children)
  const named = fences.find(([pattern]) => pattern.test(words))?.[1] ?? ''
  // Commands that install a client are shown under the name of its language.
  const language = /^(npm|pip) install /.test(text) ? 'sh' : named
  return `\n\n**${title}**${note ? ` (${note})` : ''}:\n\n\`\`\`${language}\n${text}\n\`\`\`\n\n`
}

/** A field within others is indented on the page, which a table in Markdown can't show: there it has its whole path, `data[].id`. */
function pathOf(row: Element, [name, type, ...rest]: string[], path: string[]): string[] {
  const depth = /^depth-(\d+)$/.exec(elementsOf(row.children)[0]!.attributes.class ?? '')?.[1]
  if (depth === undefined) return [name!, type!, ...rest].filter((cell) => cell !== undefined)
  const own = name!.replaceAll('`', '')
  const shown = [...path.slice(0, Number(depth)), own].join('.')
  path[Number(depth)] = type!.startsWith('array of') ? `${own}[]` : own
  return [`\`${shown}\``, type!, ...rest]
}

const elementsOf = (nodes: Node[]): Element[] => nodes.filter((node): node is Element => typeof node !== 'string')

const items = ({ name, children }: Element): string[] =>
  elementsOf(children).map((item, at) => `${name === 'ol' ? `${at + 1}.` : '-'} ${inline(item.children).trim()}`)

/** A list of facts, each a term and what it is. */
const facts = (nodes: Node[]): string[] =>
  elementsOf(nodes).map((fact) => {
    const [term, what] = elementsOf(fact.children)
    return `- ${inline(term!.children).trim()}: ${inline(what!.children).trim()}`
  })

function rows(table: Element): string[] {
  const [head, body] = elementsOf(table.children)
  const path: string[] = []
  const lines = [...elementsOf(head!.children), ...elementsOf(body!.children)].map((row) => {
    const cells = elementsOf(row.children).map((cell) =>
      inline(cell.children).trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'),
    )
    return `| ${pathOf(row, cells, path).join(' | ')} |`
  })
  const columns = elementsOf(elementsOf(head!.children)[0]!.children).length
  return [lines[0]!, `|${'---|'.repeat(columns)}`, ...lines.slice(1)]
}
