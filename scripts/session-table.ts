import { needsApiAccess } from '../src/accounts/api-access.ts'
import { scopesOfRole } from '../src/base/scopes.ts'
import type { AnyOperation } from '../src/call/operation.ts'

const begin = '<!-- Made by "npm run generate". Do not edit. -->'
const end = '<!-- Made until here. -->'

/** docs/session-api.md with the table of its operations as they are; the rest of the page is written by hand. */
export function withSessionTable(page: string, operations: readonly AnyOperation<never>[]): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/session-api.md has lost the marks around its table.')
  return `${page.slice(0, from)}${begin}\n\n${table(operations)}\n${page.slice(to)}`
}

function table(operations: readonly AnyOperation<never>[]): string {
  const rows = operations.map((operation) => [
    `\`${operation.id}\``,
    requestOf(operation),
    whoMay(operation),
    problemsOf(operation).join(', '),
    operation.description.replaceAll('|', '\\|'),
  ])
  const head = ['operation', 'request', 'who', 'errors of its own', 'what it does']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function requestOf({ method, path, request: { query, body } }: AnyOperation<never>): string {
  const parts = [`${method} \`${path}\``]
  if (query) parts.push(`with \`${fieldsOf(query).join('`, `')}\``)
  if (body) parts.push(`\`{${fieldsOf(body).join(', ')}}\``)
  return parts.join(' ')
}

/** The names of the fields; those that may be left out bear a question mark. */
function fieldsOf(schema: object): string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
}

function whoMay({ scope }: AnyOperation<never>): string {
  const roles = Object.entries(scopesOfRole).filter(([, allowed]) => allowed.includes(scope))
  return roles.length === Object.keys(scopesOfRole).length ? 'all' : roles.map(([role]) => role).join(', ')
}

function problemsOf({ problems, meter }: AnyOperation<never>): string[] {
  const codes = needsApiAccess(meter) ? ['api_access_required', ...problems] : problems
  return codes.map((code) => `\`${code}\``)
}
