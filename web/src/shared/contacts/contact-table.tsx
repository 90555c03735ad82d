import type { ContactPreview } from '../../api/contacts.ts'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import type { Paging } from '../../ui/table/endless-table.tsx'
import { SelectableTable } from '../../ui/table/selectable-table.tsx'
import type { TableLayout } from '../../ui/table/table-layout.ts'
import type { RevealState } from '../reveals/reveal-run.ts'
import { ContactRow } from './contact-row.tsx'

const cardHeight = 100

type ContactTableProps = {
  contacts: readonly ContactPreview[]
  layout: TableLayout
  total: number
  reveals: RevealState
  selection: ReadonlyMap<string, ContactPreview>
  current: number
  openId: string | null
  isCard: boolean
  paging: Paging
  foldedOf: (contact: ContactPreview) => number
  onSelect: (index: number, isRange: boolean) => void
  onSelectAll: () => void
  onOpen: (index: number) => void
}

export function ContactTable(props: ContactTableProps) {
  const { contacts, layout, total, reveals, selection, current, openId, isCard, paging, foldedOf } = props
  return (
    <SelectableTable
      label="Contacts"
      cardLabel="Contact"
      rows={contacts}
      total={total}
      layout={layout}
      cardHeight={cardHeight}
      isCard={isCard}
      selection={selection}
      paging={paging}
      current={current}
      onSelectAll={props.onSelectAll}
      skeletons={<RowSkeletons count={3} isCard={isCard} />}
    >
      {(preview, index, fitted) => (
        <ContactRow
          preview={preview}
          layout={fitted}
          revealed={reveals.revealed.get(preview.id)}
          rowState={reveals.rows.get(preview.id)}
          isSelected={selection.has(preview.id)}
          isCurrent={index === Math.max(current, 0)}
          isOpen={preview.id === openId}
          isCard={isCard}
          folded={foldedOf(preview)}
          index={index}
          onSelect={props.onSelect}
          onOpen={props.onOpen}
        />
      )}
    </SelectableTable>
  )
}

export function RowSkeletons({ count, isCard }: { count: number; isCard: boolean }) {
  return (
    <SkeletonRows
      count={count}
      className={isCard ? 'flex h-25 items-center gap-3 border-b px-4' : 'flex h-12 items-center gap-6 border-b px-5'}
    >
      <Skeleton className="size-4" />
      <Skeleton className="h-3.5 w-1/5" />
      <Skeleton className="h-3.5 w-1/4" />
      {!isCard && <Skeleton className="h-3.5 w-1/6" />}
      {!isCard && <Skeleton className="h-3.5 w-1/6" />}
    </SkeletonRows>
  )
}
