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

export async function callAuth<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/auth${path}`, {
    credentials: 'same-origin',
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new SignInError(0, 'OFFLINE', 'The server can’t be reached. Check your connection and try again.')
  })
  const answer = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  if (response.ok) return answer as Answer
  if (response.status === 429) {
    const seconds = Number(response.headers.get('X-Retry-After') ?? 60)
    throw new SignInError(429, 'TOO_MANY', `Too many attempts. Try again in ${seconds} seconds.`)
  }
  throw new SignInError(
    response.status,
    answer?.code ?? 'FAILED',
    answer?.message ?? 'That did not work. Try again in a moment.',
  )
}
