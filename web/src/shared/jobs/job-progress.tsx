import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isJobUnderWay, jobsQuery, usageQuery } from '../../api/queries.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { MoreCredits } from '../billing/billing-action.tsx'
import { ExportMenu } from '../exports/export-menu.tsx'
import { formatCount, plural } from '../format.ts'
import { listsQuery } from '../lists/lists.ts'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { describeJob, nounOf } from './describe-job.ts'
import { cancelJob, dismissJob, type Job, pauseJob, resumeJob, useOwnJobs } from './jobs.ts'
import { saveResults } from './save-results.ts'

/** More would push the navigation away. */
const openMax = 3
const endedMax = 2

/** Where the outcome of a job is; null for an export, which is a file. */
function outcomePath({ kind, list_id: listId }: Job): string | null {
  const listPath = listId ? paths.list(listId) : null
  switch (kind) {
    case 'reveal':
      return listPath ?? paths.revealed()
    case 'enrich':
      return paths.enrich()
    case 'export':
      return listPath
  }
}

const finishedTitles = { reveal: 'Reveal finished', enrich: 'Lookup finished', export: 'Export finished' }

/** How a job ended. */
const titleOf = (job: Job): string => (job.status === 'finished' ? finishedTitles[job.kind] : describeJob(job))

/** In the rail, on every page and in every tab: how far each job is, and afterwards what it led to. */
export function JobProgress() {
  const jobs = useOwnJobs()
  const open = jobs.filter(isOpen).slice(0, openMax)
  const ended = jobs.filter((job) => !isOpen(job)).slice(0, Math.min(endedMax, openMax - open.length))
  return (
    <>
      {open.map((job) => (
        <OpenJob key={job.id} job={job} />
      ))}
      {ended.map((job) => (
        <EndedJob key={job.id} job={job} />
      ))}
    </>
  )
}

/** There is something left to do, whether or not it is being done. */
const isOpen = (job: Job): boolean => isJobUnderWay(job) || job.status === 'stopped'

const saveExport = (job: Job): Promise<void> => saveResults(job, 'stores.csv')

const progressLabels = { reveal: 'Reveal in progress', enrich: 'Lookup in progress', export: 'Export in progress' }
const verbs = { reveal: 'revealing', enrich: 'the lookup', export: 'the export' }

function OpenJob({ job }: { job: Job }) {
  const { id, kind, counts, credits, status, stop_reason: reason } = job
  const options = { refresh: [jobsQuery.queryKey] }
  const pause = useAction(pauseJob, options)
  const resume = useAction(resumeJob, options)
  const cancel = useAction(cancelJob, options)
  const [isStopping, setStopping] = useState(false)
  const isStopped = status === 'stopped'
  return (
    <section aria-label={progressLabels[kind]} className="appear mb-2 rounded-panel border bg-surface p-3 text-small">
      <div className="-mt-1 -mr-1 flex items-center justify-between">
        <p role="status" className="font-medium">
          {describeJob(job)}
        </p>
        <span className="flex shrink-0">
          {!isStopped && <IconButton icon="pause" label={`Pause ${verbs[kind]}`} onClick={() => pause.mutate(id)} />}
          {/* Nothing raises the maximum of a job. */}
          {isStopped && reason !== 'max_credits_reached' && (
            <IconButton icon="play" label={`Resume ${verbs[kind]}`} onClick={() => resume.mutate(id)} />
          )}
          <IconButton icon="close" label={`Stop ${verbs[kind]}`} onClick={() => setStopping(true)} />
        </span>
      </div>
      <p className="figures mt-0.5 mb-2 text-ink-faint">
        {formatCount(counts.done)} of {plural(counts.total, nounOf(job))}
        {kind === 'reveal' && `, ${plural(credits.spent, 'credit')} spent`}
      </p>
      <Meter value={counts.done} max={counts.total} label={`Progress of ${verbs[kind]}`} />
      {isStopped && reason === 'insufficient_contact_credits' && (
        <NextStep isBusy={resume.isPending} onResume={() => resume.mutate(id)} />
      )}
      {isStopping && (
        <ConfirmDialog
          title={`Stop ${verbs[kind]}?`}
          action="Stop"
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate(id, { onSuccess: () => setStopping(false) })}
          onClose={() => setStopping(false)}
        >
          <p className="figures">
            {formatCount(counts.done)} of {plural(counts.total, nounOf(job))} are done.{' '}
            {kind === 'reveal' ? 'What is revealed stays revealed; the rest is not charged.' : 'The rest is left out.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** For a job that ran out of credits: buy more, and once they are there, resume. */
function NextStep({ isBusy, onResume }: { isBusy: boolean; onResume: () => void }) {
  const { data: usage } = useQuery(usageQuery)
  if (!usage) return null
  return (
    <div className="mt-2">
      {usage.contact_credits.remaining > 0 ? (
        <Button look="gold" size="small" className="w-full" isBusy={isBusy} onClick={onResume}>
          Resume
        </Button>
      ) : (
        <MoreCredits usage={usage} size="small" isWide />
      )}
    </div>
  )
}

function EndedJob({ job }: { job: Job }) {
  const { kind, credits, list_id: listId } = job
  const { data: lists } = useQuery({ ...listsQuery, enabled: listId !== null })
  const list = lists?.data.find(({ id }) => id === listId)
  const path = outcomePath(job)
  const save = useAction(saveExport)
  return (
    <section aria-label={titleOf(job)} className="appear mb-2 rounded-panel border bg-surface p-3 text-small">
      <div className="-mt-1 -mr-1 flex items-center justify-between">
        <p role="status" className="figures font-medium">
          {describeJob(job)}
        </p>
        <IconButton icon="close" label="Dismiss" onClick={() => dismissJob(job)} />
      </div>
      <p className="figures mb-2 wrap-anywhere text-ink-faint">
        {kind === 'reveal'
          ? [`${plural(credits.spent, 'credit')} spent`, list && `in “${list.name}”`].filter(Boolean).join(', ')
          : list && `“${list.name}”`}
      </p>
      <div className="flex gap-2">
        {path === null ? (
          <Button icon="download" className="flex-1" isBusy={save.isPending} onClick={() => save.mutate(job)}>
            Download CSV
          </Button>
        ) : (
          <ButtonLink to={path} look="secondary" className="flex-1">
            Open
          </ButtonLink>
        )}
        {list?.kind === 'contacts' && <ExportMenu what={{ list_id: list.id }} name={list.name} isIcon />}
      </div>
    </section>
  )
}

/** On a phone, in the head of every page: how far it is, or how it ended; the navigation has the rest. */
export function ProgressButton({ onOpen }: { onOpen: () => void }) {
  const [job] = useOwnJobs()
  if (!job) return null
  const { counts, status } = job
  const icon = isJobUnderWay(job)
    ? 'revealed'
    : status === 'stopped'
      ? 'pause'
      : status === 'finished'
        ? 'check'
        : 'alert'
  return (
    <Button size="small" icon={icon} onClick={onOpen}>
      <span className="figures">
        {isOpen(job) ? `${formatCount(counts.done)} of ${formatCount(counts.total)}` : titleOf(job)}
      </span>
    </Button>
  )
}

/** In the folded rail: how far it is, and a click that pauses it, or leads to what it ended in. */
export function FoldedProgress() {
  const [job] = useOwnJobs()
  const options = { refresh: [jobsQuery.queryKey] }
  const pause = useAction(pauseJob, options)
  const resume = useAction(resumeJob, options)
  if (!job) return null
  const { id, kind, counts, status } = job
  if (isOpen(job)) {
    const isStopped = status === 'stopped'
    const { done, total } = counts
    return (
      <section
        aria-label={progressLabels[kind]}
        className="mb-1 flex w-12 flex-col items-center rounded-panel border bg-surface p-1"
      >
        <IconButton
          icon={isStopped ? 'play' : 'pause'}
          label={`${isStopped ? 'Resume' : 'Pause'} ${verbs[kind]}, ${formatCount(done)} of ${formatCount(total)}`}
          side="right"
          onClick={() => (isStopped ? resume : pause).mutate(id)}
        />
        <p className="figures mb-1 text-tiny text-ink-faint">{`${Math.floor((100 * done) / Math.max(total, 1))}%`}</p>
        <Meter value={done} max={total} label={`Progress of ${verbs[kind]}`} />
      </section>
    )
  }
  return <FoldedEnd job={job} />
}

function FoldedEnd({ job }: { job: Job }) {
  const save = useAction(saveExport, { after: () => dismissJob(job) })
  const path = outcomePath(job)
  const label = `${describeJob(job)}. ${path === null ? 'Download' : 'Open'}`
  const look = 'mb-1 flex size-9 items-center justify-center rounded-control border bg-success-soft text-success'
  return (
    <Tooltip label={label} side="right">
      {path === null ? (
        <button type="button" aria-label={label} className={look} onClick={() => save.mutate(job)}>
          <Icon name="download" />
        </button>
      ) : (
        <Link to={path} aria-label={label} className={look} onClick={() => dismissJob(job)}>
          <Icon name="check" />
        </Link>
      )}
    </Tooltip>
  )
}
