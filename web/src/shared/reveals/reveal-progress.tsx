import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { ExportMenu } from '../exports/export-menu.tsx'
import { formatCount, plural } from '../format.ts'
import { paths } from '../paths.ts'
import { Unlisted } from './reveal-notices.tsx'
import { continueRunOf, dismissEnd, pauseReveal, resumeReveal, stopReveal } from './reveal-run.ts'
import type { Outcome } from './run-machine.ts'
import { useReveals } from './use-reveals.ts'

/** Below this a run is over before anybody could look for it elsewhere. */
export const bulkAbove = 10

/** A run that was under way when the page was loaded goes on by itself. */
export function useContinuedRun(): void {
  const { data: profile } = useQuery(profileQuery)
  const owner = profile && `${profile.user.id} ${profile.account.id}`
  useEffect(() => {
    if (owner) continueRunOf(owner)
  }, [owner])
}

/** In the rail, on every page: how far a long run is, and afterwards what it led to. */
export function RevealProgress() {
  const { progress, isPaused, resumesAt, spent, finished } = useReveals()
  if (!progress || progress.total <= bulkAbove) {
    return finished && finished.contacts > bulkAbove ? <RunFinished finished={finished} /> : null
  }
  const { done, total } = progress
  return (
    <section aria-label="Reveal in progress" className="appear mb-2 rounded-panel border bg-surface p-3 text-small">
      <div className="-mt-1 -mr-1 flex items-center justify-between">
        <p role="status" className="font-medium">
          {isPaused ? 'Paused' : resumesAt ? 'Rate limited. Resuming shortly.' : 'Revealing'}
        </p>
        <span className="flex">
          {isPaused ? (
            <IconButton icon="play" label="Resume revealing" onClick={resumeReveal} />
          ) : (
            <IconButton icon="pause" label="Pause revealing" onClick={pauseReveal} />
          )}
          {isPaused && <IconButton icon="close" label="Stop revealing" onClick={stopReveal} />}
        </span>
      </div>
      <p className="figures mt-0.5 mb-2 text-ink-faint">
        {formatCount(done)} of {plural(total, 'contact')}, {plural(spent, 'credit')} spent
      </p>
      <Meter value={done} max={total} label="Contacts revealed in this run" />
    </section>
  )
}

/** On a phone, in the head of every page: how far it is; the navigation has the rest. */
export function ProgressButton({ onOpen }: { onOpen: () => void }) {
  const { progress, isPaused, finished } = useReveals()
  const isRunning = progress !== null && progress.total > bulkAbove
  if (!isRunning && !(finished && finished.contacts > bulkAbove)) return null
  return (
    <Button size="small" icon={!isRunning ? 'check' : isPaused ? 'pause' : 'revealed'} onClick={onOpen}>
      <span className="figures">
        {isRunning ? `${formatCount(progress.done)} of ${formatCount(progress.total)}` : 'Revealed'}
      </span>
    </Button>
  )
}

/** In the folded rail: how far it is, and a click that pauses it, or leads to what it ended in. */
export function FoldedProgress() {
  const { progress, isPaused, finished } = useReveals()
  if (progress && progress.total > bulkAbove) {
    const { done, total } = progress
    const label = `${isPaused ? 'Resume revealing' : 'Pause revealing'}, ${formatCount(done)} of ${formatCount(total)}`
    return (
      <section
        aria-label="Reveal in progress"
        className="mb-1 flex w-12 flex-col items-center rounded-panel border bg-surface p-1"
      >
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          label={label}
          side="right"
          onClick={isPaused ? resumeReveal : pauseReveal}
        />
        <p className="figures mb-1 text-tiny text-ink-faint">{`${Math.floor((100 * done) / total)}%`}</p>
        <Meter value={done} max={total} label="Contacts revealed in this run" />
      </section>
    )
  }
  if (!finished || finished.contacts <= bulkAbove) return null
  const label = `${plural(finished.contacts, 'contact')} revealed. Open the list`
  return (
    <Tooltip label={label} side="right">
      <Link
        to={paths.revealed(finished.list?.id ?? undefined)}
        aria-label={label}
        onClick={dismissEnd}
        className="mb-1 flex size-9 items-center justify-center rounded-control border bg-success-soft text-success"
      >
        <Icon name="check" />
      </Link>
    </Tooltip>
  )
}

function RunFinished({ finished: { contacts, spent, list } }: { finished: Outcome }) {
  return (
    <section aria-label="Reveal finished" className="appear mb-2 rounded-panel border bg-surface p-3 text-small">
      <div className="-mt-1 -mr-1 flex items-center justify-between">
        <p role="status" className="figures font-medium">
          {plural(contacts, 'contact')} revealed
        </p>
        <IconButton icon="close" label="Dismiss" onClick={dismissEnd} />
      </div>
      <p className="figures mb-2 truncate text-ink-faint">
        {plural(spent, 'credit')} spent{list && `, in “${list.name}”`}
      </p>
      {list && list.unlisted.length > 0 && (
        <p className="mb-2 text-danger">
          <Unlisted list={list} />
        </p>
      )}
      <div className="flex gap-2">
        <ButtonLink to={paths.revealed(list?.id ?? undefined)} look="secondary" className="flex-1">
          Open
        </ButtonLink>
        {list?.id && <ExportMenu what={{ list_id: list.id }} name={list.name} label="" />}
      </div>
    </section>
  )
}
