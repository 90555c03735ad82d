/** One request to Prospector: with the credential, tried again where that is safe, and with errors that n8n can show. */

import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  INode,
  IPollFunctions,
  JsonObject,
} from 'n8n-workflow'
import { NodeApiError, sleep } from 'n8n-workflow'
import { limits } from './limits.ts'

type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions

type Call = {
  method: IHttpRequestMethods
  path: string
  body?: IDataObject
  query?: IDataObject
  headers?: IDataObject
  /** The call changes nothing although it is a POST. */
  reads?: boolean
  idempotencyKey?: string
  itemIndex?: number
}

type Answer = { statusCode: number; headers: Record<string, string | undefined>; body: unknown }
type Envelope = {
  code?: string
  message?: string
  param?: string
  request_id?: string
  doc_url?: string
  billing?: { url?: string }
}

const attemptsMax = 4
/** Longer waits, such as for a daily quota, end as an error that says so. */
const waitSecondsMax = 60
const mayPass = new Set([408, 429, 500, 502, 503, 504])

export async function callProspector<Reply = IDataObject>(caller: Caller, call: Call): Promise<Reply> {
  const answer = await ask(caller, call)
  if (answer.statusCode >= 300) throw toError(caller.getNode(), answer, call.itemIndex)
  return answer.body as Reply
}

/** Null if the answer is the error with this code. */
export async function callUnless<Reply = IDataObject>(caller: Caller, call: Call, code: string): Promise<Reply | null> {
  const answer = await ask(caller, call)
  if (errorIn(answer).code === code) return null
  if (answer.statusCode >= 300) throw toError(caller.getNode(), answer, call.itemIndex)
  return answer.body as Reply
}

/** The last answer, also if it is an error. */
async function ask(caller: Caller, call: Call): Promise<Answer> {
  const { url } = await caller.getCredentials<{ url: string }>('prospectorApi')
  const isRepeatable = call.method === 'GET' || call.reads === true || call.idempotencyKey !== undefined
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(caller, url.replace(/\/+$/, ''), call, isRepeatable && attempt < attemptsMax)
    const seconds = Number(answer?.headers['retry-after'] ?? 0.5 * 2 ** attempt)
    const isWorthIt = !answer || (mayPass.has(answer.statusCode) && (isRepeatable || answer.statusCode === 429))
    if (answer && !(isWorthIt && attempt < attemptsMax && seconds <= waitSecondsMax)) return answer
    await sleep(seconds * 1_000)
  }
}

/** Null: no answer came, and the call may be tried again. */
async function send(caller: Caller, origin: string, call: Call, isTriedAgain: boolean): Promise<Answer | null> {
  const key = call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }
  try {
    return (await caller.helpers.httpRequestWithAuthentication.call(caller as IExecuteFunctions, 'prospectorApi', {
      method: call.method,
      url: `${origin}/api/v1${call.path}`,
      headers: { Accept: 'application/json', 'User-Agent': 'n8n-nodes-prospector', ...call.headers, ...key },
      ...(call.query && { qs: call.query }),
      ...(call.body && { body: call.body }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    })) as Answer
  } catch (error) {
    if (isTriedAgain) return null
    throw new NodeApiError(caller.getNode(), error as JsonObject, { message: 'Prospector could not be reached.' })
  }
}

const errorIn = ({ body }: Answer): Envelope =>
  ((body && typeof body === 'object' ? body : {}) as { error?: Envelope }).error ?? {}

function toError(node: INode, answer: Answer, itemIndex?: number): NodeApiError {
  const error = errorIn(answer)
  const description = [
    error.param && `Parameter: ${error.param}.`,
    error.billing?.url && `To fix this: ${error.billing.url}`,
    error.doc_url && `More: ${error.doc_url}`,
    error.request_id && `Request: ${error.request_id}`,
  ]
  return new NodeApiError(node, error as JsonObject, {
    message: error.message ?? `Prospector answered with the status ${answer.statusCode}.`,
    description: description.filter(Boolean).join('\n'),
    httpCode: String(answer.statusCode),
    ...(itemIndex !== undefined && { itemIndex }),
  })
}

type Page = { data: IDataObject[]; has_more: boolean; next_cursor?: string | null }

/** The first items of a list, up to `limit`; null: all of them. */
export async function readList(
  caller: Caller,
  limit: number | null,
  ask: (page: IDataObject) => Call,
  onPage: (page: Page) => void = () => {},
): Promise<IDataObject[]> {
  const found: IDataObject[] = []
  let cursor: string | null | undefined
  do {
    const wanted = Math.min(limits.pageRowsMax, limit === null ? limits.pageRowsMax : limit - found.length)
    const page: Page = await callProspector<Page>(caller, ask({ limit: wanted, ...(cursor ? { cursor } : {}) }))
    found.push(...page.data)
    onPage(page)
    cursor = page.has_more ? page.next_cursor : null
  } while (cursor && (limit === null || found.length < limit))
  return found
}
