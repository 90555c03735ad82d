import { useEffect, useState } from 'react'
import { callAuth } from '../../api/sign-in.ts'
import { signInAt } from './sign-in-at.ts'

/**
 * The link of a sign-up's mail confirms the email only together with the password. The tab that signed up still has it in
 * memory: when the link opens in another tab of the same browser, that tab asks this one, and nobody types it twice.
 * The password itself never leaves the tab it was typed into.
 */
type Message = { kind: 'opened' | 'answering' | 'confirmed' | 'failed'; token: string }

const open = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('prospector.confirmation')

/** Answers links of the mail for as long as the page that signed up is open. Returns whether one was confirmed. */
export function useConfirmation(isWaiting: boolean, email: string, password: string): boolean {
  const [isConfirmed, setConfirmed] = useState(false)
  useEffect(() => {
    const channel = isWaiting ? open() : null
    if (!channel) return
    channel.onmessage = async ({ data: { kind, token } }: MessageEvent<Message>) => {
      if (kind !== 'opened') return
      channel.postMessage({ kind: 'answering', token } satisfies Message)
      try {
        await callAuth(signInAt({ confirmation: token }), { email, password })
        setConfirmed(true)
        channel.postMessage({ kind: 'confirmed', token } satisfies Message)
      } catch {
        channel.postMessage({ kind: 'failed', token } satisfies Message)
      }
    }
    return () => channel.close()
  }, [isWaiting, email, password])
  return isConfirmed
}

/** How long a tab that signed up may take to say that it is there. */
const answerMs = 400

/** Asks the tab that signed up, if it is still open. `asking` until it is known whether the password has to be typed. */
export function useAskedConfirmation(token: string | undefined, onConfirmed: () => void): 'asking' | 'form' {
  const [state, setState] = useState<'asking' | 'form'>(token ? 'asking' : 'form')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is asked about once
  useEffect(() => {
    const channel = token ? open() : null
    if (!token || !channel) return setState('form')
    const timer = setTimeout(() => setState('form'), answerMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.token !== token) return
      if (data.kind === 'answering') clearTimeout(timer)
      else if (data.kind === 'confirmed') onConfirmed()
      else if (data.kind === 'failed') setState('form')
    }
    channel.postMessage({ kind: 'opened', token } satisfies Message)
    return () => {
      clearTimeout(timer)
      channel.close()
    }
  }, [token])
  return state
}

/** The email that a link confirms, as the server wrote it into the link; empty where it can't be read. */
export function emailIn(token: string | undefined): string {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { email } = JSON.parse(atob(payload)) as { email?: unknown }
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
