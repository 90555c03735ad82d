/** A run of reveals that this tab keeps, so that a reload loses nothing. Only ids and keys, never a channel. */
import { idleRun, isOpen, type Run } from './run-machine.ts'

/** A failure stays on its row until the page is loaded again; what went wrong then says nothing any more. */
type StoredRun = Omit<Run, 'phase' | 'failures' | 'failed'> & { isPaused: boolean }

const storageKey = 'prospector.reveal-run'

export function storeRun(run: Run): void {
  const { phase, failures, failed, ...kept } = run
  const stored: StoredRun = { ...kept, isPaused: phase.name === 'paused' || phase.name === 'pausing' }
  try {
    if (isOpen(run)) sessionStorage.setItem(storageKey, JSON.stringify(stored))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage a run can't be resumed after a reload; a second reveal of the same contacts is free anyway.
  }
}

/** The unfinished run that this person left in this tab, or one without work. */
export function loadRun(owner: string): Run {
  try {
    const { isPaused, ...kept } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as StoredRun
    if (kept.owner !== owner) return idleRun(owner)
    return { ...idleRun(owner), ...kept, phase: { name: isPaused ? 'paused' : 'revealing' } }
  } catch {
    return idleRun(owner)
  }
}
