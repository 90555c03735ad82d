import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Table } from '../../ui/table/use-table.ts'
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
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    if (!isLoading)
      call('readOwnedContacts', { body: { contact_ids: [id] } })
        .then(({ data }) => noteRevealed(data), noticeSessionEnd)
        .finally(() => setAsked(id))
  }, [id, isLoading])
  if (revealed) return <RevealedDetails contact={revealed} />
  if (isLoading || asked !== id) return <Skeleton className="m-4 h-40" />
  return (
    <p className="p-4 text-ink-soft">
      This contact is not among the rows that are loaded. It may need other filters, or be further down in the results.
    </p>
  )
}
