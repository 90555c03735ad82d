import type { Paging } from '../ui/endless-table.tsx'
import { type Head, SelectableTable } from '../ui/selectable-table.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import type { ContactPreview } from './contact-preview.ts'
import { ContactRow, columns, wideOnly } from './contact-row.tsx'
import type { RevealState } from './reveal-run.ts'

const heights = { row: 40, card: 100 }

const heads: Head[] = [
  { label: 'Name' },
  { label: 'Title' },
  { label: 'Store' },
  { label: 'Visits', className: wideOnly },
  { label: 'Channels' },
]

type ContactTableProps = {
  contacts: ContactPreview[]
  total: number
  reveals: RevealState
  selection: ReadonlyMap<string, ContactPreview>
  current: number
  openId: string | null
  isCard: boolean
  paging: Paging
  onSelect: (index: number, isRange: boolean) => void
  onSelectAll: () => void
  onOpen: (index: number) => void
}

export function ContactTable(props: ContactTableProps) {
  const { contacts, total, reveals, selection, current, openId, isCard, paging, onSelect, onSelectAll, onOpen } = props
  return (
    <SelectableTable
      label="Contacts"
      rows={contacts}
      total={total}
      heads={heads}
      columns={columns}
      heights={heights}
      isCard={isCard}
      selection={selection}
      paging={paging}
      current={current}
      onSelectAll={onSelectAll}
      skeletons={<RowSkeletons count={3} isCard={isCard} />}
    >
      {(preview, index) => (
        <ContactRow
          preview={preview}
          revealed={reveals.revealed.get(preview.id)}
          rowState={reveals.rows.get(preview.id)}
          isSelected={selection.has(preview.id)}
          isCurrent={index === Math.max(current, 0)}
          isOpen={preview.id === openId}
          isCard={isCard}
          index={index}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
    </SelectableTable>
  )
}

export function RowSkeletons({ count, isCard }: { count: number; isCard: boolean }) {
  return (
    <SkeletonRows
      count={count}
      className={isCard ? 'flex h-25 items-center gap-3 border-b px-4' : `${columns} h-10 border-b pr-4 pl-3`}
    >
      <Skeleton className="mx-auto size-4" />
      <Skeleton className="h-3.5 w-3/4" />
      <Skeleton className="h-3.5 w-4/5" />
      {!isCard && <Skeleton className="h-3.5 w-2/3" />}
      {!isCard && <Skeleton className={`h-3.5 w-12 ${wideOnly}`} />}
      {!isCard && <Skeleton className="h-3.5 w-16" />}
    </SkeletonRows>
  )
}
