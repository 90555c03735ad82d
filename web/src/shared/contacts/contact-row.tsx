import { memo, type ReactNode } from 'react'
import type { ContactPreview, RevealedContact } from '../../api/contacts.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTabIndex } from '../../ui/tab-index.ts'
import { RowCheckbox, SelectableRow, type SelectableRowProps } from '../../ui/table/selectable-row.tsx'
import { rowHeights } from '../../ui/table/selectable-table.tsx'
import { gridClass } from '../../ui/table/table-head.tsx'
import type { TableLayout } from '../../ui/table/table-layout.ts'
import { Tag } from '../../ui/tag.tsx'
import { type LabelOf, useLabelOf } from '../labels.tsx'
import { retryReveal } from '../reveals/reveal-run.ts'
import type { RowState } from '../reveals/run-machine.ts'
import { RowStoreLink } from '../stores/row-store-link.tsx'
import { StoreMark } from '../stores/store-mark.tsx'
import { ChannelMarks, RevealedChannels } from './channels.tsx'
import { nameOf, roleOf } from './contact-preview.ts'

type ContactRowProps = SelectableRowProps & {
  preview: ContactPreview
  revealed: RevealedContact | undefined
  rowState: RowState | undefined
  layout: TableLayout
  /** How many more of this store's contacts stand behind this row. */
  folded?: number
}

/** Everywhere but on the store's own page. */
const saysStore = ({ specs }: TableLayout): boolean => specs.some(({ id }) => id === 'store')

export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { isCard, layout, revealed } = props
  const shape = isCard ? `flex gap-3 px-4 py-3 ${saysStore(layout) ? 'min-h-25' : ''}` : `${gridClass} py-1`
  const glow = revealed?.reveal_status === 'newly_revealed' ? 'glow-once' : ''
  return (
    <SelectableRow
      {...props}
      className={`${shape} ${glow}`}
      {...(!isCard && { minHeight: rowHeights[layout.density] })}
    >
      {isCard ? <CardCells {...props} /> : <TableCells {...props} />}
    </SelectableRow>
  )
})

function TableCells(props: ContactRowProps) {
  const labelOf = useLabelOf()
  return (
    <>
      <div role="gridcell" className="flex justify-center">
        <RowCheckbox label={selectLabel(props)} {...props} />
      </div>
      {props.layout.columns.map(({ id }) => (
        <div key={id} role="gridcell" className="min-w-0">
          {cells[id]?.(props, labelOf)}
        </div>
      ))}
    </>
  )
}

const cells: Record<string, (props: ContactRowProps, labelOf: LabelOf) => ReactNode> = {
  name: (props) => (
    <span className="flex items-center gap-2">
      <span className="truncate font-medium">{nameOf(props.preview, props.revealed)}</span>
      <RevealedMark {...props} />
    </span>
  ),
  title: ({ preview, layout }, labelOf) => (
    <>
      <p className="truncate">{preview.title ?? '–'}</p>
      {layout.density === 'comfortable' && (
        <p className="truncate text-small text-ink-faint">{roleOf(preview, labelOf)}</p>
      )}
    </>
  ),
  store: ({ preview: { store, synthetic }, layout, folded = 0 }) => (
    <span className="flex items-center gap-2.5">
      <StoreMark name={store.name} domain={store.domain} />
      <span className="min-w-0">
        {synthetic ? store.domain : <RowStoreLink domain={store.domain} />}
        {layout.density === 'comfortable' && (
          <span className="block truncate text-small text-ink-faint">{store.name}</span>
        )}
      </span>
      {folded > 0 && <Tag>+{folded}</Tag>}
    </span>
  ),
  category: ({ preview: { store } }, labelOf) => (
    <span className="block truncate text-ink-soft">{store.category ? labelOf('categories', store.category) : '–'}</span>
  ),
  visits: ({ preview: { store } }, labelOf) => (
    <span className="figures block truncate text-ink-soft">
      {store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'}
    </span>
  ),
  apps: ({ preview: { store } }) => (
    <span className="block truncate text-ink-soft" title={store.technologies.apps.join(', ')}>
      {store.technologies.apps.join(', ') || '–'}
    </span>
  ),
  channels: (props) => <ChannelCell {...props} />,
}

/** On a phone a row is a card. */
function CardCells(props: ContactRowProps) {
  const { preview, revealed, layout } = props
  return (
    <>
      <div role="gridcell" className="pt-0.5">
        <RowCheckbox label={selectLabel(props)} {...props} />
      </div>
      <div role="gridcell" className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{nameOf(preview, revealed)}</span>
          <RevealedMark {...props} />
        </p>
        {preview.title && <p className="truncate text-ink-soft">{preview.title}</p>}
        {saysStore(layout) && <p className="truncate text-small text-ink-faint">{preview.store.domain}</p>}
        <div className="mt-1">
          <ChannelCell {...props} />
        </div>
      </div>
    </>
  )
}

const selectLabel = ({ preview, revealed }: Pick<ContactRowProps, 'preview' | 'revealed'>): string =>
  `Select ${nameOf(preview, revealed)} of ${preview.store.domain}`

const RevealedMark = ({ preview, revealed }: Pick<ContactRowProps, 'preview' | 'revealed'>) =>
  preview.synthetic ? (
    <Tag>Example</Tag>
  ) : preview.revealed || revealed ? (
    <span className="shrink-0 text-ink-faint" title="Revealed">
      <Icon name="revealed" size={14} />
      <span className="sr-only">Revealed</span>
    </span>
  ) : null

function ChannelCell({ preview, revealed, rowState }: Pick<ContactRowProps, 'preview' | 'revealed' | 'rowState'>) {
  const tabIndex = useTabIndex()
  if (rowState === 'waiting' || rowState === 'revealing') {
    return (
      <span className="flex items-center gap-2 text-small text-ink-faint">
        {rowState === 'revealing' && <Spinner />}
        {rowState === 'revealing' ? 'Revealing' : 'Next'}
      </span>
    )
  }
  if (rowState === 'unavailable')
    return <span className="text-small text-ink-faint">No longer available, not charged</span>
  if (rowState) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 text-small text-danger">{rowState.error.message}</span>
        <Button
          size="small"
          tabIndex={tabIndex}
          onClick={(event) => {
            event.stopPropagation()
            retryReveal(preview.id)
          }}
        >
          Retry
        </Button>
      </span>
    )
  }
  return revealed ? <RevealedChannels contact={revealed} /> : <ChannelMarks preview={preview} />
}
