import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { perRequest } from '../../api/limits.ts'
import { isJobUnderWay, jobsQuery, noticeSessionEnd, queryClient } from '../../api/queries.ts'
import { type Job, useJobs } from '../jobs/jobs.ts'
import { contactsInJob, noteInOtherJob, noteRevealed, readRevealState } from '../reveals/reveal-run.ts'

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
  useMarkBeingRevealed(contacts)
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

/** A reveal of another tab, of a colleague, or of a whole search: this tab does not know whom it reveals. */
const isOfOthers = ({ kind, id }: Job): boolean => kind === 'reveal' && contactsInJob(id) === undefined

const restMs = 5_000

/** A job of another tab, or of a whole search, may have revealed any of the rows: its steps are looked at now and then. */
function useShowRevealedByJobs(contacts: readonly ContactPreview[]): void {
  const all = useJobs()
  const rows = useRef(contacts)
  rows.current = contacts
  const seen = useRef(new Map<string, number>())
  const shownAt = useRef(0)
  useEffect(() => {
    const jobs = all.filter(isOfOthers)
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

/** Whom such a job is about to reveal: their rows say so, and no bar offers them again. Each is asked about once for the same jobs. */
function useMarkBeingRevealed(contacts: readonly ContactPreview[]): void {
  const jobs = useJobs()
    .filter((job) => isOfOthers(job) && isJobUnderWay(job))
    .map(({ id }) => id)
    .join(' ')
  const known = useRef({ jobs, ids: new Set<string>() })
  useEffect(() => {
    if (jobs === '') return
    if (known.current.jobs !== jobs) known.current = { jobs, ids: new Set() }
    const { ids } = known.current
    const { revealed } = readRevealState()
    const unasked = contacts.filter((one) => !one.revealed && !revealed.has(one.id) && !ids.has(one.id))
    for (const { id } of unasked) ids.add(id)
    for (let at = 0; at < unasked.length; at += askedAtOnce) {
      const some = unasked.slice(at, at + askedAtOnce).map(({ id }) => id)
      markBeingRevealed(some).catch((error: unknown) => {
        for (const id of some) ids.delete(id)
        noticeSessionEnd(error)
      })
    }
  }, [jobs, contacts])
}

const askedAtOnce = perRequest.findBeingRevealed.contact_ids

async function markBeingRevealed(ids: string[]): Promise<void> {
  const { data } = await call('findBeingRevealed', { body: { contact_ids: ids } })
  // The end of a job may have been told meanwhile; nothing would take the marks away again.
  const jobs = queryClient.getQueryData(jobsQuery.queryKey)?.data.filter(isJobUnderWay) ?? []
  for (const { id } of jobs) {
    const some = data.filter((one) => one.job_id === id).map((one) => one.contact_id)
    if (some.length > 0) noteInOtherJob(id, some)
  }
}
