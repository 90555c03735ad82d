/** Each chapter and each operation on a page of its own: to link to, and small enough for a program to read. */
import type { Html } from '../../base/html.ts'
import { problemCatalogue } from '../../base/problems.ts'
import { operationSection } from './operation-section.ts'
import { type DocsContents, smallPage } from './page.ts'

export type DocsPage = { path: string; title: string; markup(): string }

export function sectionPages(contents: DocsContents): DocsPage[] {
  const link = linksBetweenPages(contents)
  const shown = (title: string, path: string, body: Html): DocsPage => ({
    path,
    title,
    markup: () => smallPage(title, path, { markup: withOwnHeadings(link(body.markup)) }),
  })
  return [
    ...contents.chapters.map(({ id, title, body }) => shown(title, pathOfChapter(id), body)),
    ...endpointsOf(contents).map((endpoint) => {
      const { operationId, summary } = endpoint.operation
      return shown(summary, pathOfOperation(operationId), operationSection(endpoint, contents.base))
    }),
  ]
}

const endpointsOf = ({ groups }: DocsContents) => groups.flatMap(({ endpoints }) => endpoints)

/** Turns the links of the one page with everything into links between pages. */
export function linksBetweenPages(contents: DocsContents): (markup: string) => string {
  const paths = new Map([
    ...contents.chapters.map(({ id }) => [id, pathOfChapter(id)] as const),
    ...endpointsOf(contents).map(({ operation: { operationId: id } }) => [id, pathOfOperation(id)] as const),
    ...Object.keys(problemCatalogue).map((code) => [`error-${code}`, `/docs/errors/${code}`] as const),
  ])
  return (markup) =>
    markup.replaceAll(/href="#([\w-]+)"/g, (_, id: string) => `href="${paths.get(id) ?? `/docs#${id}`}"`)
}

const pathOfChapter = (id: string): string => `/docs/guides/${id.replace(/^guide-/, '')}`
export const pathOfOperation = (operationId: string): string => `/docs/operations/${operationId}`

/** The title is the page's own heading, and what is below it comes next. */
const withOwnHeadings = (markup: string): string =>
  markup.replace(/<h3 id="[\s\S]*?<\/h3>/, '').replaceAll(/(<\/?)h[34]>/g, '$1h2>')
