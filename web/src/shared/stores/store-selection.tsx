import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { noticeSessionEnd } from '../../api/queries.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { exportStores } from '../exports/export-file.ts'
import { formatCount, plural } from '../format.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { SelectFoundButton } from '../search-page/select-found-button.tsx'
import type { SelectFound } from '../search-page/use-select-found.ts'
import { OthersAtWork } from '../work/others-at-work.tsx'
import { StatusMenu } from '../work/status-menu.tsx'
import { ContactsAtStores } from './contacts-at-stores.tsx'

export function ExportStores({
  domains,
  name,
  edit,
}: {
  /** Or where they come from, if they have to be asked for. */
  domains: readonly string[] | (() => Promise<readonly string[]>)
  name: string
  /** What becomes of the spreadsheet before it is saved. */
  edit?: (sheet: string) => string
}) {
  const [rows, setRows] = useState(0)
  const exporting = useMutation({
    mutationFn: async () =>
      exportStores(typeof domains === 'function' ? await domains() : domains, name, setRows, edit),
    onMutate: () => setRows(0),
    onSuccess: (rows) => toast({ title: `Exported ${plural(rows, 'store')}.`, look: 'success' }),
    onError: (error) => {
      noticeSessionEnd(error)
      toast({ title: error.message, look: 'danger' })
    },
  })
  return (
    <Button
      icon="download"
      disabled={typeof domains !== 'function' && domains.length === 0}
      isBusy={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      <span className="figures max-sm:sr-only">
        {exporting.isPending && rows > 0 ? plural(rows, 'row') : 'Export CSV'}
      </span>
    </Button>
  )
}

export function StoreSelection({
  stores,
  selectFound = null,
  onClear,
  children,
}: {
  stores: readonly { id: string; domain: string }[]
  selectFound?: SelectFound | null
  onClear: () => void
  /** What else can be done with the selection here. */
  children?: ReactNode
}) {
  if (stores.length === 0) return null
  const domains = stores.map(({ domain }) => domain)
  return (
    <Bar>
      <p className="figures min-w-20 flex-1 text-table font-medium max-md:basis-full">
        {formatCount(stores.length)} selected
      </p>
      <OthersAtWork kind="stores" ids={stores.map(({ id }) => id)} />
      {selectFound && <SelectFoundButton {...selectFound} />}
      {children}
      <ContactsAtStores domains={domains} />
      <StatusMenu items={stores.map(({ id }) => ({ kind: 'store', id }))} />
      <AddToListMenu kind="stores" ids={stores.map(({ id }) => id)} />
      <ExportStores domains={domains} name="stores" />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
