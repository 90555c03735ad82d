import type { JSONWebKeySet } from 'jose'
import type { AuthOptions } from './auth-options.ts'

/** The part of better-auth that other modules may use. */
export type Auth = {
  handler(request: Request): Promise<Response>
  api: {
    getSession(asked: { headers: Headers }): Promise<{ session: { id: string } } | null>
    getJwks(): Promise<JSONWebKeySet>
  }
  /** Resolves when its first start and the mails under way are done: the database must not go away under them. */
  drain(): Promise<void>
}

/**
 * Sign-in, sessions, second factor and the OAuth 2.1 server. Accounts, members and plans stay ours. better-auth is loaded by the
 * first request that needs it: it is a third of the code of a node, and requests with a key or a session do without.
 */
export function createAuth(options: AuthOptions): Auth {
  const underWay = new Set<Promise<unknown>>()
  const runLater = (task: Promise<unknown>) => {
    const done = task.finally(() => underWay.delete(done))
    underWay.add(done)
  }
  let live: ReturnType<typeof load> | undefined

  async function load() {
    const { configureAuth } = await import('./configure-auth.ts')
    return configureAuth(options, runLater)
  }

  /** It greets the database when it is made. One that was away then must not keep people out forever: try again. */
  function auth() {
    if (live) return live
    const made = load()
    live = made
    made
      .then(({ $context }) => $context)
      .catch(() => {
        live = undefined
      })
    return made
  }

  return {
    handler: async (request) => (await auth()).handler(request),
    api: {
      getSession: async (asked) => (await auth()).api.getSession(asked) as ReturnType<Auth['api']['getSession']>,
      getJwks: async () => ((await auth()).api as unknown as Auth['api']).getJwks(),
    },
    drain: async () => void (await Promise.allSettled([live?.then(({ $context }) => $context), ...underWay])),
  }
}
