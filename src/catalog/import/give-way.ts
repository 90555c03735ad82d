import { setImmediate } from 'node:timers/promises'

/** A step of the write before waits for this long at most. */
const turnMs = 1
let turnBegan = 0

/**
 * While a batch is prepared, the one before it is being written, in twenty round trips. Whatever works through a batch asks this
 * between two of its rows, and gives way when it has held the event loop for long enough.
 */
export const isTurnOver = (): boolean => performance.now() - turnBegan > turnMs

export async function giveWay(): Promise<void> {
  await setImmediate()
  turnBegan = performance.now()
}

/** One after the other, and others in between. */
export async function eachInTurn<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  for (const row of rows) {
    work(row)
    if (isTurnOver()) await giveWay()
  }
}
