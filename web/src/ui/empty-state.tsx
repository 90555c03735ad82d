import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

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
    <div data-testid="empty" className="mx-auto flex max-w-100 flex-col items-center px-6 py-16 text-center">
      <span className="mb-3 flex size-10 items-center justify-center rounded-panel border bg-surface text-ink-faint">
        <Icon name={icon} size={20} />
      </span>
      <Heading className="font-semibold">{title}</Heading>
      {children && <div className="mt-1 text-ink-soft">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
