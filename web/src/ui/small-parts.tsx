import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-line-strong bg-surface px-1 font-sans text-tiny text-ink-faint">
    {children}
  </kbd>
)

const tagLooks = {
  plain: 'bg-sunken text-ink-soft',
  gold: 'bg-gold-soft text-gold-ink',
  danger: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-success',
}

export const Tag = ({ children, look = 'plain' }: { children: ReactNode; look?: keyof typeof tagLooks }) => (
  <span
    className={`inline-flex h-5 max-w-full items-center gap-1 truncate rounded-[4px] px-1.5 text-small font-medium whitespace-nowrap ${tagLooks[look]}`}
  >
    {children}
  </span>
)

/** The size of what comes, so that nothing moves when it is there. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`pulse-soft block rounded-[4px] bg-sunken ${className}`} />
)

/** Rows of a table that is on its way, all alike. */
export const SkeletonRows = ({
  count,
  className,
  children,
}: {
  count: number
  className: string
  children: ReactNode
}) => (
  <div aria-hidden="true" className="@container">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
      <div key={index} className={className}>
        {children}
      </div>
    ))}
  </div>
)

export function Meter({
  value,
  max,
  look = 'gold',
  label,
}: {
  value: number
  max: number
  look?: 'gold' | 'amber' | 'ink'
  label: string
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  const fill = { gold: 'bg-gold', amber: 'bg-amber', ink: 'bg-ink-soft' }[look]
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, value)}
      className="h-1 w-full overflow-hidden rounded-full bg-bar"
    >
      <div
        className={`h-full rounded-full transition-[width] duration-200 ${fill}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

/** Says what will be here, and offers the one next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  isPage = false,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  /** It is all there is on the page, and so its title is the page's. */
  isPage?: boolean
}) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex max-w-100 flex-col items-center px-6 py-16 text-center">
      <span className="mb-3 flex size-10 items-center justify-center rounded-panel border bg-surface text-ink-faint">
        <Icon name={icon} size={20} />
      </span>
      <Heading className="font-semibold">{title}</Heading>
      {children && <div className="mt-1 text-ink-soft">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
