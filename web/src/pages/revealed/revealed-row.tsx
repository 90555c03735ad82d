import { memo, type ReactNode } from 'react'
import type { RevealedContact } from '../../api/contacts.ts'
import { ProfileLink } from '../../shared/contacts/channels.tsx'
import { formatDay } from '../../shared/format.ts'
import { RowStoreLink } from '../../shared/stores/row-store-link.tsx'
import { StoreMark } from '../../shared/stores/store-mark.tsx'
import { CopyText } from '../../ui/copy-button.tsx'
import { RowCheckbox, SelectableRow, type SelectableRowProps } from '../../ui/table/selectable-row.tsx'
import { rowHeights } from '../../ui/table/selectable-table.tsx'
import { gridClass } from '../../ui/table/table-head.tsx'
import type { TableLayout } from '../../ui/table/table-layout.ts'
import { fullNameOf, primaryOf } from './revealed-columns.ts'

type RevealedRowProps = SelectableRowProps & { contact: RevealedContact; layout: TableLayout }

export const RevealedRow = memo(function RevealedRow(props: RevealedRowProps) {
  const { isCard, layout } = props
  return (
    <SelectableRow
      {...props}
      className={isCard ? 'flex min-h-25 gap-3 px-4 py-3' : `${gridClass} py-1`}
      {...(!isCard && { minHeight: rowHeights[layout.density] })}
    >
      {isCard ? <CardCells {...props} /> : <TableCells {...props} />}
    </SelectableRow>
  )
})

const labelOf = (contact: RevealedContact): string => `Select ${fullNameOf(contact)} of ${contact.store.domain}`

function TableCells({ contact, layout, ...place }: RevealedRowProps) {
  return (
    <>
      <div role="gridcell" className="flex justify-center">
        <RowCheckbox label={labelOf(contact)} {...place} />
      </div>
      {layout.columns.map(({ id, isNumber }) => (
        <div key={id} role="gridcell" className={`min-w-0 ${isNumber ? 'text-right' : ''}`}>
          {cells[id]?.(contact, layout.density === 'comfortable')}
        </div>
      ))}
    </>
  )
}

const cells: Record<string, (contact: RevealedContact, isRoomy: boolean) => ReactNode> = {
  name: (contact, isRoomy) => (
    <>
      <p className="truncate font-medium">{fullNameOf(contact)}</p>
      {isRoomy && <p className="truncate text-small text-ink-faint">{contact.title}</p>}
    </>
  ),
  store: ({ store }, isRoomy) => (
    <span className="flex items-center gap-2.5">
      <StoreMark name={store.name} domain={store.domain} />
      <span className="min-w-0">
        <RowStoreLink domain={store.domain} />
        {isRoomy && <span className="block truncate text-small text-ink-faint">{store.name}</span>}
      </span>
    </span>
  ),
  email: (contact) => {
    const { email } = primaryOf(contact)
    return email ? <CopyText text={email} label="Email" /> : <Nothing>No email</Nothing>
  },
  phone: (contact) => {
    const { phone } = primaryOf(contact)
    return phone ? (
      <span className="figures whitespace-nowrap">
        <CopyText text={phone} label="Phone" />
      </span>
    ) : (
      <Nothing>No phone</Nothing>
    )
  },
  linkedin: (contact) => contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />,
  revealed: (contact) => (
    <span className="figures whitespace-nowrap text-ink-faint">{formatDay(contact.revealed_at)}</span>
  ),
}

/** On a phone a row is a card. */
function CardCells({ contact, layout, ...place }: RevealedRowProps) {
  const { email, phone } = primaryOf(contact)
  return (
    <>
      <div role="gridcell" className="pt-0.5">
        <RowCheckbox label={labelOf(contact)} {...place} />
      </div>
      <div role="gridcell" className="min-w-0 flex-1">
        <p className="truncate font-medium">{fullNameOf(contact)}</p>
        <p className="mb-1 truncate text-small text-ink-faint">
          {[contact.title, contact.store.domain].filter(Boolean).join(' · ')}
        </p>
        {email && (
          <p className="flex items-center">
            <CopyText text={email} label="Email" />
          </p>
        )}
        <p className="figures flex min-h-8 items-center gap-3 empty:hidden">
          {phone && <CopyText text={phone} label="Phone" />}
          {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
        </p>
      </div>
    </>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <span className="text-ink-faint">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
)
