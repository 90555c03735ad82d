import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { problems } from '../base/problems.ts'

/** Matches every path, so it does not show which paths exist. */
export const anyPath = '/*'

/**
 * Gives every path a 405 with `Allow` for the methods it does not take. Call it before anything is served, and what it
 * returns when everything is.
 */
export function createMethodRefusal(server: FastifyInstance): () => void {
  // The parser knows methods that Fastify has to be told about; CONNECT never reaches a route.
  const unknown = METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method))
  for (const method of unknown) server.addHttpMethod(method)

  const methodsOf = new Map<string, string[]>()
  server.addHook('onRoute', ({ url, method }) => {
    if (url !== anyPath) methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat())
  })

  /** A plugin, because those before it are loaded first: their paths are known only then. */
  const refuse = async (scope: FastifyInstance): Promise<void> => {
    // As early as admission would be: only the route decides, before any credential is looked at.
    const refuseWith = (allowed: string[]) => async () => {
      throw problems.methodNotAllowed(allowed.join(', '))
    }
    const handler = () => {}
    const served = [...methodsOf]
    for (const [url, allowed] of served) {
      const others = usual.filter((method) => !allowed.includes(method))
      if (others.length > 0) scope.route({ method: others, url, onRequest: refuseWith(allowed), handler })
    }
    const paths = served
      .sort(([a], [b]) => Number(isExact(b)) - Number(isExact(a)))
      .map(([url, allowed]) => ({ pattern: patternOf(url), allowed }))
    scope.route({
      method: scope.supportedMethods.filter((method) => !isUsual(method)) as HTTPMethods[],
      url: anyPath,
      onRequest: async ({ url }) => {
        const [path = ''] = url.split('?')
        const known = paths.find(({ pattern }) => pattern.test(path))
        throw known ? problems.methodNotAllowed(known.allowed.join(', ')) : problems.routeNotFound()
      },
      handler,
    })
  }
  return () => void server.register(refuse)
}

/** All others, which nothing here takes, share one route: one for each path and method would be most of a start. */
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] satisfies HTTPMethods[]
const isUsual = (method: string): boolean => (usual as string[]).includes(method)

const isExact = (url: string): boolean => !/[:*]/.test(url)

/** Of the paths that a route takes. */
export function patternOf(url: string): RegExp {
  const steps = url
    .split('/')
    .map((step) =>
      step === '*' ? '.*' : step.startsWith(':') ? '[^/]+' : step.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${steps.join('/')}/?$`)
}
