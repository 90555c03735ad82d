import type { RevealedContact } from '../contacts/reveal-run.ts'
import type { Paging } from '../ui/endless-table.tsx'
import { type Head, SelectableTable } from '../ui/selectable-table.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { columns, RevealedRow, wideOnly } from './revealed-row.tsx'

const heights = { row: 48, card: 116 }

const heads: Head[] = [
  { label: 'Name' },
  { label: 'Store', className: wideOnly },
  { label: 'Email' },
  { label: 'Phone', className: wideOnly },
  { label: 'LinkedIn', isSilent: true },
  { label: 'Revealed', className: `text-right ${wideOnly}` },
]

type RevealedTableProps = {
  contacts: RevealedContact[]
  total: number | null
  selection: ReadonlyMap<string, unknown>
  current: number
  openId: string | null
  isCard: boolean
  paging: Paging
  onSelect: (index: number, isRange: boolean) => void
  onSelectAll: () => void
  onOpen: (index: number) => void
}

export function RevealedTable(props: RevealedTableProps) {
  const { contacts, total, selection, current, openId, isCard, paging, onSelect, onSelectAll, onOpen } = props
  return (
    <SelectableTable
      label="Revealed contacts"
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
      skeletons={<RevealedSkeletons count={3} isCard={isCard} />}
    >
      {(contact, index) => (
        <RevealedRow
          contact={contact}
          index={index}
          isSelected={selection.has(contact.id)}
          isCurrent={index === Math.max(current, 0)}
          isOpen={contact.id === openId}
          isCard={isCard}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
    </SelectableTable>
  )
}

export function RevealedSkeletons({ count, isCard }: { count: number; isCard: boolean }) {
  return (
    <SkeletonRows
      count={count}
      className={isCard ? 'flex h-29 items-center gap-3 border-b px-4' : `${columns} h-12 border-b pr-4 pl-3`}
    >
      <Skeleton className="mx-auto size-4" />
      <Skeleton className="h-3.5 w-2/3" />
      {!isCard && <Skeleton className={`h-3.5 w-2/3 ${wideOnly}`} />}
      {!isCard && <Skeleton className="h-3.5 w-3/4" />}
      {!isCard && <Skeleton className={`h-3.5 w-2/3 ${wideOnly}`} />}
    </SkeletonRows>
  )
}
