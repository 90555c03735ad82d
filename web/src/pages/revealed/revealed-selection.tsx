import type { RevealedContact } from '../../api/contacts.ts'
import { CopyEmails } from '../../shared/contacts/copy-emails.tsx'
import { ExportMenu } from '../../shared/exports/export-menu.tsx'
import { formatCount } from '../../shared/format.ts'
import { SendToHubspot } from '../../shared/hubspot/send-to-hubspot.tsx'
import { AddToListMenu } from '../../shared/lists/add-to-list-menu.tsx'
import { SelectingAll } from '../../shared/use-select-all.tsx'
import { OthersAtWork } from '../../shared/work/others-at-work.tsx'
import { StatusMenu } from '../../shared/work/status-menu.tsx'
import { Bar } from '../../ui/bar.tsx'
import { IconButton } from '../../ui/button.tsx'

export function RevealedSelection({
  contacts,
  loading,
  onClear,
}: {
  contacts: RevealedContact[]
  /** How many of all have come so far, while all of them are asked for. */
  loading: number | null
  onClear: () => void
}) {
  const contactIds = contacts.map(({ id }) => id)
  if (loading !== null) return <SelectingAll loaded={loading} />
  if (contactIds.length === 0) return null
  return (
    <Bar>
      <p data-testid="selected" className="figures min-w-20 flex-1 text-table font-medium">
        {formatCount(contactIds.length)} selected
      </p>
      <OthersAtWork kind="contacts" ids={contactIds} />
      <StatusMenu items={contactIds.map((id) => ({ kind: 'contact', id }))} />
      <CopyEmails contacts={contacts} />
      <AddToListMenu ids={contactIds} />
      <SendToHubspot what={{ contact_ids: contactIds }} />
      <ExportMenu what={{ contact_ids: contactIds }} name="contacts" />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
