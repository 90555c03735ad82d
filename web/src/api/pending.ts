/** Requests that wait for an answer. A server that hangs is said so, and people can stop waiting. */
type Pending = { startedAt: number; giveUp: () => void }

const pending = new Set<Pending>()
const listeners = new Set<() => void>()

/** How long the oldest request has waited, as far as anybody should know. */
type Wait = 'short' | 'long' | 'too_long'

const longMs = 5_000
export const tooLongMs = 15_000

let wait: Wait = 'short'
let timer: ReturnType<typeof setTimeout> | undefined

export const readWait = (): Wait => wait

export function subscribeToWait(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Ends every request that waits too long. Those who asked try once more by themselves, or offer a retry. */
export function giveUpWaiting(): void {
  for (const one of [...pending]) if (waitOf(one) === 'too_long') one.giveUp()
}

const waitOf = ({ startedAt }: Pending): Wait => {
  const ms = Date.now() - startedAt
  return ms >= tooLongMs ? 'too_long' : ms >= longMs ? 'long' : 'short'
}

/** Looks again when the oldest request becomes a long one, or too long. */
function look(): void {
  clearTimeout(timer)
  const [oldest] = pending
  const next = oldest ? waitOf(oldest) : 'short'
  if (oldest && next !== 'too_long') {
    const due = oldest.startedAt + (next === 'short' ? longMs : tooLongMs)
    timer = setTimeout(look, Math.max(0, due - Date.now()) + 1)
  }
  if (next === wait) return
  wait = next
  for (const listener of listeners) listener()
}

/** Sends with a signal that ends when somebody gives up; `onGivenUp` makes the error that the request ends with then. */
export async function whilePending<Answer>(
  signal: AbortSignal | undefined,
  onGivenUp: () => Error,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const control = new AbortController()
  let isGivenUp = false
  const one: Pending = {
    startedAt: Date.now(),
    giveUp: () => {
      isGivenUp = true
      control.abort()
    },
  }
  pending.add(one)
  look()
  try {
    return await send(signal ? AbortSignal.any([signal, control.signal]) : control.signal)
  } catch (error) {
    throw isGivenUp ? onGivenUp() : error
  } finally {
    pending.delete(one)
    look()
  }
}
