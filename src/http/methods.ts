import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { problems } from '../base/problems.ts'

/** Matches every path, so it does not show which paths exist. */
export const anyPath = '/*'

type Path = { url: string; steps: readonly string[]; methods: string[] }

/**
 * Gives every path a 405 with `Allow` for the methods it does not take. Call it before anything is served, and what it
 * returns when everything is.
 */
export function createMethodRefusal(server: FastifyInstance): () => void {
  // The parser knows methods that Fastify has to be told about; CONNECT never reaches a route.
  const unknown = METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method))
  for (const method of unknown) server.addHttpMethod(method)

  const paths = new Map<string, Path>()
  const takenByAnyPath: string[] = []
  let patterns: { pattern: RegExp; methods: string[] }[] = []

  /** What no other route takes comes here. As early as admission would be: before any credential is looked at. */
  const refuseKnown: onRequestAsyncHookHandler = async ({ url }) => {
    const [path = ''] = url.split('?')
    const known = patterns.find(({ pattern }) => pattern.test(path))
    if (known) throw problems.methodNotAllowed(known.methods.join(', '))
  }

  server.addHook('onRoute', (route: RouteOptions) => {
    const { url, method } = route
    if (url === anyPath) {
      takenByAnyPath.push(...[method].flat())
      route.onRequest = [refuseKnown, ...[route.onRequest ?? []].flat()]
      return
    }
    const path = paths.get(url) ?? { url, steps: url.split('/'), methods: [] }
    path.methods.push(...[method].flat())
    paths.set(url, path)
  })

  /** A plugin, because those before it are loaded first: their paths are known only then. */
  const refuse = async (scope: FastifyInstance): Promise<void> => {
    const served = [...paths.values()].map((path) => ({ ...path, methods: [...path.methods] }))
    patterns = served
      .toSorted((a, b) => Number(isExact(b.url)) - Number(isExact(a.url)))
      .map(({ url, methods }) => ({ pattern: patternOf(url), methods }))
    // Two exact paths have no address in common, and most paths are exact.
    const patterned = served.filter(({ url }) => !isExact(url))
    for (const { url, methods } of served) {
      const method = othersTake(isExact(url) ? patterned : served, url).filter(
        (one) => !methods.includes(one),
      ) as HTTPMethods[]
      if (method.length > 0) scope.route({ method, url, onRequest: refuseWith(methods), handler })
    }
    scope.route({
      method: scope.supportedMethods.filter((method) => !takenByAnyPath.includes(method)) as HTTPMethods[],
      url: anyPath,
      onRequest: async () => {
        throw problems.routeNotFound()
      },
      handler,
    })
  }
  return () => void server.register(refuse)
}

/** Never reached: whatever has it is refused before. */
const handler = (): void => {}

function refuseWith(allowed: string[]): onRequestAsyncHookHandler {
  return async () => {
    throw problems.methodNotAllowed(allowed.join(', '))
  }
}

/**
 * The methods with which the router could take an address of this path for one of another path: GET /stores/search for
 * GET /stores/:id. Only these need routes of their own; one for each path and method would be most of a start.
 */
function othersTake(paths: readonly Path[], url: string): string[] {
  const steps = url.split('/')
  const others = paths.filter((one) => one.url !== url && canMeet(one.steps, steps))
  return [...new Set(others.flatMap(({ methods }) => methods))]
}

/** Whether some address is one of both paths. */
function canMeet(some: readonly string[], others: readonly string[]): boolean {
  for (const [at, step] of some.entries()) {
    const other = others[at]
    if (step === '*' || other === '*') return true
    if (other === undefined || (step !== other && !step.startsWith(':') && !other.startsWith(':'))) return false
  }
  return some.length === others.length || others[some.length] === '*'
}

const isExact = (url: string): boolean => !/[:*]/.test(url)

/** Matches the paths that a route takes. */
export function patternOf(url: string): RegExp {
  const steps = url
    .split('/')
    .map((step) =>
      step === '*' ? '.*' : step.startsWith(':') ? '[^/]+' : step.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${steps.join('/')}/?$`)
}
