import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeSessionEnd } from '../../api/queries.ts'
import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { plural } from '../format.ts'
import { type ExportFormat, exportContacts, formatNames, type WhatToExport } from './export-file.ts'

/** Contacts that are ours as a file: plain, or with the columns that a CRM imports. */
export function ExportMenu({
  what,
  name,
  isIcon = false,
  isDisabled = false,
  side = 'top',
}: {
  what: WhatToExport
  /** What the file is called. */
  name: string
  /** Its words are read out, not shown. */
  isIcon?: boolean
  isDisabled?: boolean
  side?: 'top' | 'bottom'
}) {
  const [rows, setRows] = useState(0)
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => exportContacts(what, format, name, setRows),
    onMutate: () => setRows(0),
    onSuccess: (rows) => toast({ title: `Exported ${plural(rows, 'contact')}.`, look: 'success' }),
    onError: (error) => {
      noticeSessionEnd(error)
      toast({ title: error.message, look: 'danger' })
    },
  })
  return (
    <Menu
      side={side}
      align="end"
      trigger={
        <button
          type="button"
          disabled={isDisabled}
          aria-busy={exporting.isPending || undefined}
          className={`${buttonClass('secondary')} data-[state=open]:bg-hover`}
        >
          {exporting.isPending ? <Spinner /> : <Icon name="download" />}
          <span className={`figures ${isIcon ? 'sr-only' : 'max-sm:sr-only'}`}>
            {exporting.isPending && rows > 0 ? plural(rows, 'row') : 'Export'}
          </span>
        </button>
      }
    >
      <MenuLabel>Export for</MenuLabel>
      {(Object.entries(formatNames) as [ExportFormat, string][]).map(([format, formatName]) => (
        <MenuItem key={format} onSelect={() => exporting.mutate(format)}>
          {formatName}
        </MenuItem>
      ))}
    </Menu>
  )
}
