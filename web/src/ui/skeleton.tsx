import type { ReactNode } from 'react'

/** The size of what comes, so that nothing moves when it is there. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`pulse-soft block rounded-small bg-sunken ${className}`} />
)

/** Rows of a table that is on its way, all alike. */
export const SkeletonRows = ({
  count,
  height,
  className,
  children,
}: {
  count: number
  height: number
  className: string
  children: ReactNode
}) => (
  <div aria-hidden="true" className="@container">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
      <div key={index} className={className} style={{ height }}>
        {children}
      </div>
    ))}
  </div>
)
