import type { ReactNode } from 'react'

const tagLooks = {
  plain: 'bg-sunken text-ink-soft',
  gold: 'bg-gold-soft text-gold-ink',
  danger: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-success',
}

export const Tag = ({ children, look = 'plain' }: { children: ReactNode; look?: keyof typeof tagLooks }) => (
  <span
    className={`inline-flex h-5 max-w-full items-center gap-1 truncate rounded-small px-1.5 text-small font-medium whitespace-nowrap ${tagLooks[look]}`}
  >
    {children}
  </span>
)
