import type { RevealedContact } from '../../api/contacts.ts'
import { Email, Phone, ProfileLink } from '../../shared/contacts/channels.tsx'
import { bestOf, fullNameOf } from '../../shared/contacts/revealed-contact.ts'
import { formatDay } from '../../shared/format.ts'
import { StoreCell } from '../../shared/stores/store-cell.tsx'
import { WorkCell, WorkTag } from '../../shared/work/row-work.tsx'
import type { Column, TableSpec } from '../../ui/table/table-spec.ts'

const columns: Column<RevealedContact>[] = [
  {
    id: 'name',
    label: 'Name',
    share: 1.2,
    min: 130,
    isFixed: true,
    value: fullNameOf,
    cell: (contact, isRoomy) => (
      <>
        <p className="truncate font-medium">{fullNameOf(contact)}</p>
        {isRoomy && <p className="truncate text-small text-ink-faint">{contact.title}</p>}
      </>
    ),
  },
  {
    id: 'store',
    label: 'Store',
    share: 1.2,
    min: 190,
    leaves: 3,
    value: ({ store }) => store.name,
    cell: ({ store }, isRoomy) => <StoreCell store={store} isRoomy={isRoomy} />,
  },
  {
    id: 'email',
    label: 'Email',
    share: 2,
    min: 220,
    isFixed: true,
    value: (contact) => bestOf(contact).email,
    cell: (contact) => {
      const { email } = bestOf(contact)
      return email ? <Email email={email} /> : <Nothing>No email</Nothing>
    },
  },
  {
    id: 'phone',
    label: 'Phone',
    share: 0.7,
    min: 150,
    cell: (contact) => {
      const { phone } = bestOf(contact)
      return phone ? <Phone phone={phone} /> : <Nothing>No phone</Nothing>
    },
  },
  {
    id: 'linkedin',
    label: 'LinkedIn',
    share: 0.1,
    min: 24,
    leaves: 2,
    isSilent: true,
    cell: (contact) => contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />,
  },
  {
    id: 'status',
    label: 'Status',
    share: 0.6,
    min: 104,
    leaves: 0,
    cell: ({ id }, isRoomy) => <WorkCell kind="contacts" id={id} isRoomy={isRoomy} />,
  },
  {
    id: 'revealed',
    label: 'Revealed',
    share: 0.4,
    min: 90,
    leaves: 1,
    isNumber: true,
    value: (contact) => contact.revealed_at,
    cell: (contact) => (
      <span className="figures whitespace-nowrap text-ink-faint">{formatDay(contact.revealed_at)}</span>
    ),
  },
]

export const revealedTable: TableSpec<RevealedContact> = {
  label: 'Revealed contacts',
  columns,
  selectAllLabel: 'Select all',
  selectLabel: (contact) => `Select ${fullNameOf(contact)} of ${contact.store.domain}`,
  card: (contact) => <RevealedCard contact={contact} />,
  cardLabel: 'Contact',
  cardHeight: 112,
  skeleton: ['w-1/5', 'w-1/5', 'w-1/4', 'w-1/6'],
}

function RevealedCard({ contact }: { contact: RevealedContact }) {
  const { email, phone } = bestOf(contact)
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="truncate font-medium">{fullNameOf(contact)}</span>
        <WorkTag kind="contacts" id={contact.id} />
      </span>
      <p className="mb-1 truncate text-small text-ink-faint">
        {[contact.title, contact.store.domain].filter(Boolean).join(' · ')}
      </p>
      {email && <Email email={email} />}
      <p className="figures flex min-h-8 items-center gap-3 empty:hidden">
        {phone && <Phone phone={phone} />}
        {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
      </p>
    </>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <span className="text-ink-faint">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
)
