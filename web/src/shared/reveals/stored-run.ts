/** A run of reveals that this tab keeps, so that a reload loses nothing. Only ids and keys, never a channel. */

/** One request of a run. Its key goes out again with every retry, so that no chunk can be charged twice. */
export type Chunk = { key: string; ids: string[] }

export type StoredRun = {
  /** The member and the account that it spends for. */
  owner: string
  chunks: Chunk[]
  done: number
  /** Of those that are done: what it was for, and what the catalogue no longer gives. The others failed. */
  revealed: number
  unavailable: number
  total: number
  spent: number
  isPaused: boolean
  /** Where what is revealed goes: a list that is made with the first of them. */
  listName: string | null
  listId: string | null
}

const storageKey = 'prospector.reveal-run'

export function storeRun(run: StoredRun | null): void {
  try {
    if (run === null || run.chunks.length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(run))
  } catch {
    // Without storage a run can't be resumed after a reload; a second reveal of the same contacts is free anyway.
  }
}

export function loadRun(): StoredRun | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    return text === null ? null : (JSON.parse(text) as StoredRun)
  } catch {
    return null
  }
}
