import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { perRequest } from '../../api/limits.ts'
import { isJobUnderWay, noticeSessionEnd } from '../../api/queries.ts'
import { useJobs } from '../jobs/jobs.ts'
import { contactsInJob, noteRevealed, readRevealState } from '../reveals/reveal-run.ts'

const chunkLength = perRequest.readOwnedContacts.contact_ids
/** Asked for once: what is not answered was suppressed since, and stays masked. */
const asked = new Set<string>()

/** Revealed contacts are shown with their names and channels without a click, at no cost. */
export function useShowRevealed(contacts: readonly ContactPreview[]): void {
  useEffect(() => {
    const { revealed } = readRevealState()
    const missing = contacts.filter((one) => one.revealed && !revealed.has(one.id) && !asked.has(one.id))
    for (const { id } of missing) asked.add(id)
    show(missing, (ids) => {
      for (const id of ids) asked.delete(id)
    })
  }, [contacts])
  useShowRevealedByJobs(contacts)
}

function show(contacts: readonly ContactPreview[], onFailure: (ids: string[]) => void = () => {}): void {
  for (let at = 0; at < contacts.length; at += chunkLength) {
    const ids = contacts.slice(at, at + chunkLength).map(({ id }) => id)
    call('readOwnedContacts', { body: { contact_ids: ids } }).then(
      ({ data }) => noteRevealed(data),
      (error: unknown) => {
        onFailure(ids)
        noticeSessionEnd(error)
      },
    )
  }
}

const restMs = 5_000

/** A job of another tab, or of a whole search, may have revealed any of the rows: its steps are looked at now and then. */
function useShowRevealedByJobs(contacts: readonly ContactPreview[]): void {
  const all = useJobs()
  const rows = useRef(contacts)
  rows.current = contacts
  const seen = useRef(new Map<string, number>())
  const shownAt = useRef(0)
  useEffect(() => {
    const jobs = all.filter((job) => job.kind === 'reveal' && contactsInJob(job.id) === undefined)
    const isActive = jobs.some(isJobUnderWay)
    // What was over when the page began is in its rows.
    for (const job of jobs) {
      if (!seen.current.has(job.id)) seen.current.set(job.id, isJobUnderWay(job) ? 0 : job.counts.done)
    }
    const isChanged = jobs.some(({ id, counts }) => seen.current.get(id) !== counts.done)
    if (!isChanged || (isActive && Date.now() - shownAt.current < restMs)) return
    shownAt.current = Date.now()
    for (const { id, counts } of jobs) seen.current.set(id, counts.done)
    const { revealed } = readRevealState()
    show(rows.current.filter(({ id }) => !revealed.has(id)).slice(0, chunkLength))
  }, [all])
}
