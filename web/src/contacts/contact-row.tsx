import { memo } from 'react'
import { useLabelOf } from '../labels.tsx'
import { Button, Spinner } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import {
  RowCheckbox,
  RowStoreLink,
  SelectableRow,
  type SelectableRowProps,
  useTabIndex,
} from '../ui/selectable-row.tsx'
import { Tag } from '../ui/tag.tsx'
import { ChannelMarks, RevealedChannels } from './channels.tsx'
import { type ContactPreview, nameOf, roleOf } from './contact-preview.ts'
import { type RevealedContact, type RowState, retryReveal } from './reveal-run.ts'

/** The table's own width decides, not the screen's: beside an open drawer there is room for fewer columns. */
export const columns =
  'grid items-center gap-x-3 grid-cols-[28px_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.1fr)_minmax(84px,1fr)] @min-[780px]:grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1.2fr)_84px_minmax(0,1.8fr)]'

/** On the page of a store the rows need not say which. */
export const columnsInStore =
  'grid items-center gap-x-3 grid-cols-[28px_minmax(0,1fr)_minmax(0,1.4fr)_minmax(84px,1.2fr)]'

export const wideOnly = 'hidden @min-[780px]:block'

type ContactRowProps = SelectableRowProps & {
  preview: ContactPreview
  revealed: RevealedContact | undefined
  rowState: RowState | undefined
  isInStore?: boolean
}

export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const grid = props.isInStore ? columnsInStore : columns
  const layout = props.isCard ? 'flex h-25 gap-3 px-4 py-3' : `${grid} h-10 pr-4 pl-3`
  const glow = props.revealed?.reveal_status === 'newly_revealed' ? 'glow-once' : ''
  return (
    <SelectableRow {...props} className={`${layout} ${glow}`}>
      {props.isCard ? <CardCells {...props} /> : <TableCells {...props} />}
    </SelectableRow>
  )
})

function TableCells(props: ContactRowProps) {
  const { preview, revealed, isInStore = false } = props
  const labelOf = useLabelOf()
  return (
    <>
      <div role="gridcell" className="flex justify-center">
        <RowCheckbox label={selectLabel(preview)} {...props} />
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{nameOf(preview, revealed)}</span>
        <YoursMark {...props} />
      </div>
      <div role="gridcell" className="min-w-0">
        <p className="truncate">{preview.title ?? '–'}</p>
        <p className="truncate text-small text-ink-faint">{roleOf(preview, labelOf)}</p>
      </div>
      {!isInStore && <StoreCells store={preview.store} />}
      <div role="gridcell" className="min-w-0">
        <ChannelCell {...props} />
      </div>
    </>
  )
}

function StoreCells({ store }: { store: ContactPreview['store'] }) {
  const labelOf = useLabelOf()
  return (
    <>
      <div role="gridcell" className="min-w-0">
        <RowStoreLink domain={store.domain} />
        <p className="truncate text-small text-ink-faint">
          {[store.name, store.category && labelOf('categories', store.category)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div role="gridcell" className={`figures text-ink-soft ${wideOnly}`}>
        {store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'}
      </div>
    </>
  )
}

/** On a phone a row is a card. */
function CardCells(props: ContactRowProps) {
  const { preview, revealed } = props
  return (
    <>
      <div role="gridcell" className="pt-0.5">
        <RowCheckbox label={selectLabel(preview)} {...props} />
      </div>
      <div role="gridcell" className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{nameOf(preview, revealed)}</span>
          <YoursMark {...props} />
        </p>
        <p className="truncate text-ink-soft">{preview.title ?? '–'}</p>
        <p className="mb-1 truncate text-small text-ink-faint">{preview.store.domain}</p>
        <ChannelCell {...props} />
      </div>
    </>
  )
}

const selectLabel = (preview: ContactPreview): string =>
  `Select ${nameOf(preview, undefined)} of ${preview.store.domain}`

/** Where the channels stand in the row, they say it themselves. Where names need the room, an icon has to do. */
const YoursMark = ({ preview, revealed, isCard }: Pick<ContactRowProps, 'preview' | 'revealed' | 'isCard'>) =>
  preview.revealed && !revealed ? (
    <span className="shrink-0">
      <span className={isCard ? '' : wideOnly}>
        <Tag>Yours</Tag>
      </span>
      {!isCard && (
        <span className="text-ink-faint @min-[780px]:hidden">
          <Icon name="revealed" size={14} />
          <span className="sr-only">Yours</span>
        </span>
      )}
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
        <span className="min-w-0 flex-1 truncate text-small text-danger" title={rowState.error.message}>
          {rowState.error.message}
        </span>
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
