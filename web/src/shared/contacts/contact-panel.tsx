import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '../../api/call.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Table } from '../../ui/table/use-table.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { noteRevealed } from '../reveals/reveal-run.ts'
import { useRevealedContact, useReveals, useRowState } from '../reveals/use-reveals.ts'
import type { ContactRow } from './contact-columns.tsx'

// Loaded when the first contact is opened.
const ContactDetails = lazy(async () => ({ default: (await import('./contact-drawer.tsx')).ContactDetails }))
const RevealedDetails = lazy(async () => ({ default: (await import('./revealed-details.tsx')).RevealedDetails }))

/** The contact that the address names: one of the rows, or one that was revealed, wherever it is. */
export function ContactPanel({ table, isLoading }: { table: Table<ContactRow>; isLoading: boolean }) {
  const { openId, open, asked, close } = table
  const isRevealing = useRowState(openId ?? '') === 'revealing'
  if (openId === null) return null
  return (
    <Drawer title="Contact" asked={asked} isBusy={isRevealing} onClose={close}>
      <Suspense fallback={<Skeleton className="m-4 h-40" />}>
        {open ? <Known contact={open} /> : <LinkedContact id={openId} isLoading={isLoading} />}
      </Suspense>
    </Drawer>
  )
}

const Known = ({ contact }: { contact: ContactRow }) => <ContactDetails preview={contact} reveals={useReveals()} />

/** A link can name a contact that these rows do not hold: read it, if it was revealed, or say so. */
export function LinkedContact({ id, isLoading }: { id: string; isLoading: boolean }) {
  const revealed = useRevealedContact(id)
  const { error, isFetching, isFetched, refetch } = useQuery({
    queryKey: ['readOwnedContacts', id],
    queryFn: async ({ signal }) => {
      const { data } = await call('readOwnedContacts', { signal, body: { contact_ids: [id] } })
      noteRevealed(data)
      // What they are is kept with the reveals.
      return data.length
    },
    enabled: !isLoading,
    gcTime: 0,
  })
  if (revealed) return <RevealedDetails contact={revealed} />
  if (isLoading || isFetching || !isFetched) return <Skeleton className="m-4 h-40" />
  if (error) {
    return (
      <div className="p-4">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <p className="p-4 text-ink-soft">
      This contact is not among the rows that are loaded. It may need other filters, or be further down in the results.
    </p>
  )
}
