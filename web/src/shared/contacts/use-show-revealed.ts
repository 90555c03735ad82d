import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { noteRevealed, readRevealState } from '../reveals/reveal-run.ts'

const chunkLength = 100
/** Asked for once: what is not answered was suppressed since, and stays masked. */
const asked = new Set<string>()

/** Revealed contacts are shown with their names and channels without a click, at no cost. */
export function useShowRevealed(contacts: readonly ContactPreview[]): void {
  useEffect(() => {
    const { revealed } = readRevealState()
    const missing = contacts.filter((one) => one.revealed && !revealed.has(one.id) && !asked.has(one.id))
    for (let at = 0; at < missing.length; at += chunkLength) {
      const ids = missing.slice(at, at + chunkLength).map(({ id }) => id)
      for (const id of ids) asked.add(id)
      call('readOwnedContacts', { body: { contact_ids: ids } }).then(
        ({ data }) => noteRevealed(data),
        (error: unknown) => {
          for (const id of ids) asked.delete(id)
          noticeSessionEnd(error)
        },
      )
    }
  }, [contacts])
}
