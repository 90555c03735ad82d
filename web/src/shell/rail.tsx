import { Link } from '@tanstack/react-router'
import { FirstRunCard } from '../first-run/first-run-card.tsx'
import { paths } from '../paths.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { CreditMeter } from './credit-meter.tsx'
import { Logo } from './logo.tsx'
import { MemberMenu } from './member-menu.tsx'
import { modKey } from './shortcuts.ts'

export const places: { label: string; icon: IconName; path: string }[] = [
  { label: 'Contacts', icon: 'contacts', path: paths.contacts() },
  { label: 'Stores', icon: 'stores', path: paths.stores() },
  { label: 'Enrich', icon: 'enrich', path: paths.enrich() },
  { label: 'Revealed', icon: 'revealed', path: paths.revealed() },
  { label: 'Usage', icon: 'usage', path: paths.usage() },
  { label: 'Settings', icon: 'settings', path: '/settings' },
]

export function Rail({ onCommand, isInSheet = false }: { onCommand: () => void; isInSheet?: boolean }) {
  return (
    <div className="flex h-full flex-col p-3">
      {!isInSheet && (
        <div className="flex h-9 items-center px-2">
          <Logo />
        </div>
      )}
      <button
        type="button"
        onClick={onCommand}
        className="mt-2 mb-3 flex h-8 items-center gap-2 rounded-control border bg-surface px-2 text-table text-ink-faint hover:border-line-strong"
      >
        <Icon name="search" />
        <span className="flex-1 text-left">Search</span>
        {!isInSheet && <Kbd>{modKey} K</Kbd>}
      </button>
      <nav aria-label="Main" className="flex flex-col gap-px">
        {places.map(({ label, icon, path }) => (
          <Link
            key={path}
            to={path}
            activeOptions={{ exact: false, includeSearch: false }}
            className="flex h-8 items-center gap-2.5 rounded-control px-2 text-table font-medium text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink"
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </nav>
      <div className="min-h-4 flex-1" />
      <FirstRunCard />
      <MemberMenu />
      <CreditMeter />
    </div>
  )
}
