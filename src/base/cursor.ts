import { problems } from './problems.ts'
import { NotSealed, type Sealer } from './seal.ts'

/** A cursor is a sealed position: its purpose is the query it was issued for. */
export type CursorSealer = {
  seal(position: string, accountId: string, query: string): string
  /** Throws `invalid_cursor` for anything that was not issued for this account and query. */
  open(cursor: string, accountId: string, query: string): string
}

export const createCursorSealer = (sealer: Sealer): CursorSealer => ({
  seal: sealer.seal,
  open(cursor, accountId, query) {
    try {
      return sealer.open(cursor, accountId, query)
    } catch (error) {
      throw error instanceof NotSealed ? problems.invalidCursor() : error
    }
  },
})
