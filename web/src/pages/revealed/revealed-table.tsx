import type { RevealedContact } from '../../api/contacts.ts'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import type { Paging } from '../../ui/table/endless-table.tsx'
import { SelectableTable } from '../../ui/table/selectable-table.tsx'
import type { TableLayout } from '../../ui/table/table-layout.ts'
import { RevealedRow } from './revealed-row.tsx'

const cardHeight = 112

type RevealedTableProps = {
  contacts: readonly RevealedContact[]
  layout: TableLayout
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
  const { contacts, layout, total, selection, current, openId, isCard, paging, onSelect, onSelectAll, onOpen } = props
  return (
    <SelectableTable
      label="Revealed contacts"
      cardLabel="Contact"
      rows={contacts}
      total={total}
      layout={layout}
      cardHeight={cardHeight}
      isCard={isCard}
      selection={selection}
      paging={paging}
      current={current}
      onSelectAll={onSelectAll}
      skeletons={<RevealedSkeletons count={3} isCard={isCard} />}
    >
      {(contact, index, fitted) => (
        <RevealedRow
          contact={contact}
          layout={fitted}
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
      className={isCard ? 'flex h-29 items-center gap-3 border-b px-4' : 'flex h-12 items-center gap-6 border-b px-5'}
    >
      <Skeleton className="size-4" />
      <Skeleton className="h-3.5 w-1/5" />
      {!isCard && <Skeleton className="h-3.5 w-1/5" />}
      {!isCard && <Skeleton className="h-3.5 w-1/4" />}
      {!isCard && <Skeleton className="h-3.5 w-1/6" />}
    </SkeletonRows>
  )
}
