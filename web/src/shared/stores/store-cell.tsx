import type { ReactNode } from 'react'
import { RowStoreLink } from './row-store-link.tsx'
import { StoreMark } from './store-mark.tsx'
import { hasName } from './store-names.ts'

type StoreCellProps = {
  store: { name: string; domain: string }
  isRoomy: boolean
  /** Invented, as shown without a plan: it has no page. */
  isExample?: boolean | undefined
  /** After the domain, in the second line. */
  note?: ReactNode
  /** At the end of the cell. */
  children?: ReactNode
}

/** A store in a row: its name first, which people know it by, and its domain below. */
export const StoreCell = ({ store: { name, domain }, isRoomy, isExample = false, note, children }: StoreCellProps) => (
  <span className="flex items-center gap-2.5">
    <StoreMark name={name} domain={domain} size={isRoomy ? 28 : 22} />
    <span className="min-w-0">
      {isExample ? (
        <span className="block truncate font-medium">{name}</span>
      ) : (
        <RowStoreLink domain={domain}>{name}</RowStoreLink>
      )}
      {isRoomy && (
        <span className="flex min-w-0 gap-1.5 text-small text-ink-faint">
          {hasName({ name, domain }) && <span className="truncate">{domain}</span>}
          {note}
        </span>
      )}
    </span>
    {/* The name is cut before a mark is. */}
    <span className="flex shrink-0 items-center gap-1 empty:hidden">{children}</span>
  </span>
)
