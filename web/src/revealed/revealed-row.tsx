import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { ProfileLink } from '../contacts/channels.tsx'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { formatDay } from '../figures.ts'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyText } from '../ui/copy-button.tsx'

/** The table's own width decides: beside an open drawer there is room for fewer columns. */
export const columns =
  'grid items-center gap-x-3 grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1.5fr)_20px] @min-[820px]:grid-cols-[28px_minmax(0,1.3fr)_minmax(0,1.1fr)_minmax(0,1.5fr)_minmax(0,1fr)_20px_84px]'
export const wideOnly = 'hidden @min-[820px]:block'

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

type RevealedRowProps = {
  contact: RevealedContact
  index: number
  isSelected: boolean
  isCurrent: boolean
  isOpen: boolean
  isCard: boolean
  onSelect: (index: number, isRange: boolean) => void
  onOpen: (index: number) => void
}

export const RevealedRow = memo(function RevealedRow(props: RevealedRowProps) {
  const { index, isSelected, isCurrent, isOpen, isCard, onOpen } = props
  const layout = isCard ? 'flex h-29 gap-3 px-4 py-3' : `${columns} h-12 pr-4 pl-3`
  return (
    <div
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      onClick={() => onOpen(index)}
      onKeyDown={() => {}}
      className={`cursor-pointer border-b text-table outline-offset-[-2px] ${layout} ${isSelected || isOpen ? 'bg-selected' : 'bg-surface hover:bg-hover'}`}
    >
      {isCard ? <CardCells {...props} /> : <TableCells {...props} />}
    </div>
  )
})

function TableCells({ contact, ...rest }: RevealedRowProps) {
  const { store } = contact
  const { email, phone } = primaryOf(contact)
  return (
    <>
      <div role="gridcell" className="flex justify-center">
        <RowCheckbox contact={contact} {...rest} />
      </div>
      <div role="gridcell" className="min-w-0">
        <p className="truncate font-medium">{fullNameOf(contact)}</p>
        <p className="truncate text-small text-ink-faint">{contact.title}</p>
      </div>
      <div role="gridcell" className={`min-w-0 ${wideOnly}`}>
        <Link
          to={paths.store(store.domain)}
          onClick={(event) => event.stopPropagation()}
          className="block truncate hover:underline"
        >
          {store.domain}
        </Link>
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
function CardCells({ contact, ...rest }: RevealedRowProps) {
  const { email, phone } = primaryOf(contact)
  return (
    <>
      <div role="gridcell" className="pt-0.5">
        <RowCheckbox contact={contact} {...rest} />
      </div>
      <div role="gridcell" className="min-w-0 flex-1">
        <p className="truncate font-medium">{fullNameOf(contact)}</p>
        <p className="mb-1 truncate text-small text-ink-faint">
          {[contact.title, contact.store.domain].filter(Boolean).join(' · ')}
        </p>
        <p className="flex h-6 items-center">
          {email ? <CopyText text={email} label="Email" /> : <Nothing>No email</Nothing>}
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

function RowCheckbox({
  contact,
  index,
  isSelected,
  onSelect,
}: Pick<RevealedRowProps, 'contact' | 'index' | 'isSelected' | 'onSelect'>) {
  return (
    <Checkbox
      aria-label={`Select ${fullNameOf(contact)} of ${contact.store.domain}`}
      tabIndex={-1}
      checked={isSelected}
      onChange={() => {}}
      onClick={(event) => {
        event.stopPropagation()
        onSelect(index, event.shiftKey)
      }}
    />
  )
}
