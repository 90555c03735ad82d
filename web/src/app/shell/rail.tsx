import { Link } from '@tanstack/react-router'
import { FirstRunCard } from '../../shared/first-run/first-run-card.tsx'
import { useFolded } from '../../shared/folding.ts'
import { FoldedProgress, JobProgress } from '../../shared/jobs/lazy-job-progress.tsx'
import { Logo } from '../../shared/logo.tsx'
import { paths } from '../../shared/paths.ts'
import { NewCount } from '../../shared/watches/new-marks.tsx'
import { useWatches } from '../../shared/watches/watches.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/shortcuts.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { CreditMeter, FoldedMeter } from './credit-meter.tsx'
import { MemberMenu } from './member-menu.tsx'

export const places: { label: string; icon: IconName; path: string }[] = [
  { label: 'Contacts', icon: 'contacts', path: paths.contacts() },
  { label: 'Stores', icon: 'stores', path: paths.stores() },
  { label: 'Enrich', icon: 'enrich', path: paths.enrich() },
  { label: 'Revealed', icon: 'revealed', path: paths.revealed() },
  { label: 'Lists', icon: 'list', path: paths.lists() },
  { label: 'News', icon: 'bell', path: paths.news() },
  { label: 'Usage', icon: 'usage', path: paths.usage() },
  { label: 'Settings', icon: 'settings', path: '/settings' },
]

export function Rail({ onCommand, isInSheet = false }: { onCommand: () => void; isInSheet?: boolean }) {
  const [isFolded, fold] = useFolded('rail')
  if (isFolded && !isInSheet) return <FoldedRail onCommand={onCommand} onUnfold={() => fold(false)} />
  return (
    <div className={`hairline-scroll flex h-full flex-col overflow-y-auto p-3 ${isInSheet ? '' : 'w-54'}`}>
      {!isInSheet && (
        <div className="flex h-9 shrink-0 items-center justify-between pl-2">
          <Logo />
          <IconButton icon="collapse" label="Collapse the navigation" onClick={() => fold(true)} />
        </div>
      )}
      <button
        type="button"
        onClick={onCommand}
        className="mt-2 mb-3 flex h-8 shrink-0 items-center gap-2 rounded-control border bg-surface px-2 text-table text-ink-faint hover:border-line-strong"
      >
        <Icon name="search" />
        <span className="flex-1 text-left">Search</span>
        {!isInSheet && <Kbd>{modKey} K</Kbd>}
      </button>
      <nav aria-label="Main" className="flex shrink-0 flex-col gap-px">
        {places.map(({ label, icon, path }) => (
          <Link
            key={path}
            to={path}
            activeOptions={{ exact: false, includeSearch: false }}
            className="flex h-8 items-center gap-2.5 rounded-control px-2 text-table font-medium text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink"
          >
            <Icon name={icon} />
            {label}
            {path === paths.news() && <NewsCount />}
          </Link>
        ))}
      </nav>
      <div className="min-h-4 flex-1" />
      <JobProgress />
      <FirstRunCard />
      <MemberMenu />
      <CreditMeter />
    </div>
  )
}

const useNewsCount = (): number => useWatches().data?.data.reduce((sum, watch) => sum + watch.new_matches, 0) ?? 0

function NewsCount() {
  const count = useNewsCount()
  return (
    <span className="ml-auto flex">
      <NewCount count={count} />
    </span>
  )
}

const NewsDot = () =>
  useNewsCount() > 0 && <span className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-ink" aria-hidden="true" />

/** Only icons: the tables get the space. */
function FoldedRail({ onCommand, onUnfold }: { onCommand: () => void; onUnfold: () => void }) {
  return (
    <div className="flex h-full w-14 flex-col items-center gap-1 py-3">
      <IconButton icon="menu" label="Expand the navigation" side="right" className="size-9!" onClick={onUnfold} />
      <IconButton icon="search" label="Search and commands" side="right" className="size-9!" onClick={onCommand} />
      <nav aria-label="Main" className="mt-2 flex flex-col gap-1">
        {places.map(({ label, icon, path }) => (
          <Tooltip key={path} label={label} side="right">
            <Link
              to={path}
              aria-label={label}
              activeOptions={{ exact: false, includeSearch: false }}
              className="relative flex size-9 items-center justify-center rounded-control text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink"
            >
              <Icon name={icon} />
              {path === paths.news() && <NewsDot />}
            </Link>
          </Tooltip>
        ))}
      </nav>
      <div className="flex-1" />
      <FoldedProgress />
      <MemberMenu isFolded />
      <FoldedMeter />
    </div>
  )
}
