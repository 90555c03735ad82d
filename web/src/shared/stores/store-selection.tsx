import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { noticeSessionEnd } from '../../api/queries.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { exportStores } from '../exports/export-file.ts'
import { formatCount, plural } from '../format.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { paths } from '../paths.ts'
import { StatusMenu } from '../work/status-menu.tsx'

/** A search takes this many domains. */
const domainsPerSearch = 100

/** From stores to the people who work there: one click. */
export function ContactsAtStores({ domains, look }: { domains: readonly string[]; look?: 'primary' | 'secondary' }) {
  const taken = domains.slice(0, domainsPerSearch)
  return (
    <ButtonLink to={paths.contactsAt(taken)} look={look ?? 'primary'}>
      {taken.length < domains.length
        ? `Contacts at the first ${formatCount(taken.length)}`
        : `Contacts at ${domains.length === 1 ? 'this store' : 'these stores'}`}
    </ButtonLink>
  )
}

export function ExportStores({
  domains,
  name,
  edit,
}: {
  domains: readonly string[]
  name: string
  /** What becomes of the spreadsheet before it is saved. */
  edit?: (sheet: string) => string
}) {
  const [rows, setRows] = useState(0)
  const exporting = useMutation({
    mutationFn: () => exportStores(domains, name, setRows, edit),
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
      disabled={domains.length === 0}
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
  onClear,
  children,
}: {
  stores: readonly { id: string; domain: string }[]
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
      {children}
      <ContactsAtStores domains={domains} />
      <StatusMenu items={stores.map(({ domain }) => ({ kind: 'store', domain }))} />
      <AddToListMenu kind="stores" ids={stores.map(({ id }) => id)} />
      <ExportStores domains={domains} name="stores" />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
