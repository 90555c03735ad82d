import { limits } from './limits.ts'
import { whilePending } from './pending.ts'

/** Signing in and out: the endpoints under /auth, which answer errors as `{code, message}`. */
export class SignInError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Where the server's own words leave out what to do. */
const words: Record<string, string> = {
  PASSWORD_TOO_SHORT: `Use at least ${limits.passwordLengthMin} characters.`,
  INVALID_EMAIL: 'Enter a valid email address.',
}

const unanswered = () => new SignInError(0, 'NO_ANSWER', 'The server did not answer. Try again in a moment.')

export async function callAuth<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await whilePending(undefined, unanswered, (signal) =>
    fetch(`/auth${path}`, {
      credentials: 'same-origin',
      signal,
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }),
  ).catch((error: unknown) => {
    if (error instanceof SignInError) throw error
    throw new SignInError(0, 'OFFLINE', 'The server can’t be reached. Check your connection and try again.')
  })
  const answer = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  if (response.ok) return answer as Answer
  if (response.status === 429) {
    const seconds = Number(response.headers.get('X-Retry-After') ?? 60)
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
    throw new SignInError(429, 'TOO_MANY', `Too many attempts. Try again in ${wait}.`)
  }
  // A body that does not fit is refused in the words of a schema.
  const code = answer?.message?.startsWith('[body.email]') ? 'INVALID_EMAIL' : (answer?.code ?? 'FAILED')
  const message = words[code] ?? answer?.message ?? 'Something went wrong. Try again in a moment.'
  throw new SignInError(response.status, code, message)
}
