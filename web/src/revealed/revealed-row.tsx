import { memo } from 'react'
import { ProfileLink } from '../contacts/channels.tsx'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { formatDay } from '../format.ts'
import { CopyText } from '../ui/copy-button.tsx'
import { RowCheckbox, RowStoreLink, SelectableRow, type SelectableRowProps } from '../ui/selectable-row.tsx'

/** The table's own width decides: beside an open drawer there is room for fewer columns. */
export const columns =
  'grid items-center gap-x-3 grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1.5fr)_20px] @min-[820px]:grid-cols-[28px_minmax(0,1.3fr)_minmax(0,1.1fr)_minmax(0,1.5fr)_minmax(0,1fr)_20px_84px]'
export const wideOnly = 'hidden @min-[820px]:block'

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

type RevealedRowProps = SelectableRowProps & { contact: RevealedContact }

export const RevealedRow = memo(function RevealedRow(props: RevealedRowProps) {
  return (
    <SelectableRow {...props} className={props.isCard ? 'flex h-29 gap-3 px-4 py-3' : `${columns} h-12 pr-4 pl-3`}>
      {props.isCard ? <CardCells {...props} /> : <TableCells {...props} />}
    </SelectableRow>
  )
})

const labelOf = (contact: RevealedContact): string => `Select ${fullNameOf(contact)} of ${contact.store.domain}`

function TableCells({ contact, ...place }: RevealedRowProps) {
  const { store } = contact
  const { email, phone } = primaryOf(contact)
  return (
    <>
      <div role="gridcell" className="flex justify-center">
        <RowCheckbox label={labelOf(contact)} {...place} />
      </div>
      <div role="gridcell" className="min-w-0">
        <p className="truncate font-medium">{fullNameOf(contact)}</p>
        <p className="truncate text-small text-ink-faint">{contact.title}</p>
      </div>
      <div role="gridcell" className={`min-w-0 ${wideOnly}`}>
        <RowStoreLink domain={store.domain} />
        <p className="truncate text-small text-ink-faint">{store.name}</p>
      </div>
      <div role="gridcell" className="min-w-0">
        {email ? <CopyText text={email} label="Email" /> : <Nothing>No email</Nothing>}
      </div>
      <div role="gridcell" className={`figures min-w-0 ${wideOnly}`}>
        {phone ? <CopyText text={phone} label="Phone" /> : <Nothing>No phone</Nothing>}
      </div>
      <div role="gridcell" className="flex">
        {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
      </div>
      <div role="gridcell" className={`figures text-right whitespace-nowrap text-ink-faint ${wideOnly}`}>
        {formatDay(contact.revealed_at)}
      </div>
    </>
  )
}

/** On a phone a row is a card. */
function CardCells({ contact, ...place }: RevealedRowProps) {
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
        <p className="flex h-6 items-center">
          {email ? <CopyText text={email} label="Email" /> : <span className="text-ink-faint">No email</span>}
        </p>
        <p className="figures flex h-6 items-center gap-3">
          {phone && <CopyText text={phone} label="Phone" />}
          {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
        </p>
      </div>
    </>
  )
}

const primaryOf = ({ emails, phones }: RevealedContact) => ({
  email: (emails.find(({ is_primary: isPrimary }) => isPrimary) ?? emails[0])?.email,
  phone: (phones.find(({ is_primary: isPrimary }) => isPrimary) ?? phones[0])?.phone,
})

const Nothing = ({ children }: { children: string }) => (
  <span className="text-ink-faint">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
)
