import { createHash, randomUUID } from 'node:crypto'
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { NodeOperationError } from 'n8n-workflow'

/** A field that holds one or several values: a list from an expression, or text with commas or line breaks. */
const splitValues = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/)).map((one) => String(one).trim()).filter(Boolean)

/** The values of all items, each once, with the items that named it. */
export function gatherValues(context: IExecuteFunctions, name: string): Map<string, number[]> {
  const gathered = new Map<string, number[]>()
  for (const index of context.getInputData().keys()) {
    for (const value of splitValues(context.getNodeParameter(name, index))) {
      gathered.set(value, [...(gathered.get(value) ?? []), index])
    }
  }
  if (gathered.size === 0) throw new NodeOperationError(context.getNode(), 'None of the items holds an ID or a domain.')
  return gathered
}

export const inChunks = <Value>(values: Iterable<Value>, size: number): Value[][] => {
  const all = [...values]
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

/**
 * The same for the same request within one execution: n8n’s “Retry On Fail” then gets the answer of the first attempt, and spends
 * nothing twice.
 */
export function keyFor(context: IExecuteFunctions, request: unknown): string {
  const execution = context.getExecutionId() ?? randomUUID()
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 32)
  return `n8n-${execution}-${context.getNode().id}-${digest}`
}

export function readJson(context: IExecuteFunctions, name: string, index: number): IDataObject {
  const value = context.getNodeParameter(name, index, '{}') as string | IDataObject
  if (typeof value === 'object') return value
  try {
    return JSON.parse(value || '{}') as IDataObject
  } catch {
    throw new NodeOperationError(context.getNode(), `${name} is not valid JSON.`, { itemIndex: index })
  }
}

/** What the API knows of a search, from the fields of the form and the JSON below them. */
export function readSearch(context: IExecuteFunctions, index: number): IDataObject {
  const filters = context.getNodeParameter('filters', index, {}) as IDataObject
  const query = readJson(context, 'query', index)
  const lists = { roles: 'roles_any', seniority: 'seniority_any', emailStatuses: 'email_statuses_any' } as const
  const person: IDataObject = { ...(query.person as IDataObject | undefined) }
  for (const [field, name] of Object.entries(lists)) {
    const values = splitValues(filters[field])
    if (values.length > 0) person[name] = values
  }
  if (filters.hasVerifiedEmail !== undefined) person.has_verified_email = filters.hasVerifiedEmail
  if (filters.title) person.title = filters.title
  const store: IDataObject = { ...(query.store as IDataObject | undefined) }
  for (const name of ['categories', 'countries', 'domains']) {
    const values = splitValues(filters[name])
    if (values.length > 0) store[name] = values
  }
  const apps = splitValues(filters.apps)
  if (apps.length > 0) store.apps = { ...(store.apps as IDataObject | undefined), any: apps }
  const isEmpty = (block: IDataObject) => Object.keys(block).length === 0
  return { ...query, ...(isEmpty(person) ? {} : { person }), ...(isEmpty(store) ? {} : { store }) }
}
