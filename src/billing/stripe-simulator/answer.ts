import { routes, StripeRefusal } from './api.ts'
import type { StripeObject, World } from './world.ts'

export type Answer = { status: number; body: unknown }
export type StripeRequest = {
  method: string
  path: string
  fields: StripeObject
  body: string
  key: string | null
  isAllowed: boolean
}

/** The only secret key that the simulator takes. */
export const simulatedKey = 'sk_test_simulator'

/** A call of the SDK, as `fetch` is given it. */
export function readCall(input: unknown, init: RequestInit = {}): StripeRequest {
  const { pathname, search } = new URL(String(input), 'http://stripe')
  const method = init.method ?? 'GET'
  const body = String(init.body ?? '')
  const headers = new Headers(init.headers)
  return {
    method,
    path: pathname,
    fields: readForm(new URLSearchParams(method === 'GET' ? search : body)),
    body,
    key: headers.get('idempotency-key'),
    isAllowed: headers.get('authorization') === `Bearer ${simulatedKey}`,
  }
}

/** As the API reference of the pinned version says, and refused as Stripe refuses. */
export function answer(world: World, { method, path, fields, body, key, isAllowed }: StripeRequest): Answer {
  if (!isAllowed) {
    return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
  }
  const request = `${method} ${path} ${body}`
  const known = key === null ? undefined : world.answers.get(key)
  if (known && known.request !== request) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
  if (known) return known.answer
  const found = route(world, method, path, fields)
  if (key !== null && found.status < 500) world.answers.set(key, { request, answer: found })
  return found
}

function route(world: World, method: string, path: string, fields: StripeObject): Answer {
  for (const [pattern, handler] of routes) {
    const match = pattern.exec(`${method} ${path}`)
    if (!match) continue
    try {
      return { status: 200, body: structuredClone(handler({ world, id: match[1] ?? '', fields })) }
    } catch (error) {
      if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } }
      throw error
    }
  }
  const message = `Unrecognized request URL (${method}: ${path}).`
  return { status: 404, body: { error: { type: 'invalid_request_error', message } } }
}

/** `a[b][0][c]=1` -> `{a: {b: [{c: '1'}]}}`. */
function readForm(form: URLSearchParams): StripeObject {
  const fields: StripeObject = {}
  for (const [name, value] of form) {
    const path = name.replaceAll(']', '').split('[')
    let at: StripeObject = fields
    for (const [index, part] of path.entries()) {
      if (index === path.length - 1) at[part] = value
      else at = at[part] ??= /^\d+$/.test(path[index + 1]!) ? [] : {}
    }
  }
  return fields
}
