import type { ContactPreview } from '../../api/contacts.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTabIndex } from '../../ui/tab-index.ts'
import type { Column, TableSpec } from '../../ui/table/table-spec.ts'
import { Tag } from '../../ui/tag.tsx'
import { Age } from '../age.tsx'
import { Label, useLabelOf } from '../labels.tsx'
import { retryReveal } from '../reveals/reveal-run.ts'
import { useRevealedContact, useRowState } from '../reveals/use-reveals.ts'
import { StoreCell } from '../stores/store-cell.tsx'
import { CountryCode } from '../stores/store-mark.tsx'
import { namesOf } from '../stores/store-names.ts'
import { NewMark } from '../watches/new-marks.tsx'
import { WorkCell, WorkTag } from '../work/row-work.tsx'
import { ChannelMarks, RevealedChannels } from './channels.tsx'
import { nameOf, roleOf } from './contact-preview.ts'

/** `folded`: how many more of this store's contacts are behind this row. */
export type ContactRow = ContactPreview & { folded?: number }

const columns: Column<ContactRow>[] = [
  {
    id: 'name',
    label: 'Name',
    share: 0.9,
    min: 120,
    isFixed: true,
    value: (preview) => nameOf(preview, undefined),
    cell: (preview) => <NameCell preview={preview} />,
  },
  {
    id: 'title',
    label: 'Title',
    share: 1.1,
    min: 112,
    value: ({ title }) => title,
    cell: (preview, isRoomy) => (
      <>
        <p className="truncate" title={preview.title ?? undefined}>
          {preview.title ?? '–'}
        </p>
        {isRoomy && <RoleLine preview={preview} />}
      </>
    ),
  },
  {
    id: 'store',
    label: 'Store',
    share: 1.8,
    // The name and the domain are read, so the visits leave before these are cut.
    min: 196,
    leaves: 3,
    value: ({ store }) => store.name,
    cell: ({ store, synthetic, folded = 0 }, isRoomy) => (
      <StoreCell store={store} isRoomy={isRoomy} isExample={synthetic}>
        {folded > 0 && <Tag>+{folded}</Tag>}
      </StoreCell>
    ),
  },
  {
    id: 'category',
    label: 'Category',
    share: 1,
    min: 110,
    isExtra: true,
    value: ({ store }) => store.category,
    cell: ({ store }) => <Label list="categories" value={store.category} />,
  },
  {
    id: 'country',
    label: 'Country',
    share: 0.3,
    min: 76,
    leaves: 0,
    cell: ({ store }) => <Country code={store.country} />,
  },
  {
    id: 'visits',
    label: 'Monthly visits',
    share: 0.7,
    min: 92,
    leaves: 1,
    cell: ({ store }) => <Label list="traffic_tiers" value={store.traffic_tier} />,
  },
  {
    id: 'apps',
    label: 'Apps',
    share: 1.4,
    min: 140,
    isExtra: true,
    cell: ({ store }) => (
      <span className="block truncate text-ink-soft" title={store.technologies.apps.join(', ')}>
        {store.technologies.apps.join(', ') || '–'}
      </span>
    ),
  },
  {
    id: 'added',
    label: 'Added',
    share: 0.6,
    min: 104,
    isExtra: true,
    sort: { name: 'newest' },
    value: (preview) => preview.added_at,
    cell: (preview) => <Age at={preview.added_at} />,
  },
  {
    id: 'updated',
    label: 'Updated',
    share: 0.6,
    min: 104,
    isExtra: true,
    sort: { name: 'updated' },
    value: (preview) => preview.updated_at,
    cell: (preview) => <Age at={preview.updated_at} />,
  },
  {
    id: 'status',
    label: 'Status',
    share: 0.7,
    min: 84,
    leaves: 2,
    cell: ({ id, synthetic }, isRoomy) => !synthetic && <WorkCell kind="contacts" id={id} isRoomy={isRoomy} />,
  },
  {
    id: 'channels',
    label: 'Channels',
    share: 2.2,
    min: 244,
    isFixed: true,
    cell: (preview) => <ChannelCell preview={preview} />,
  },
]

export const contactTable: TableSpec<ContactRow> = {
  label: 'Contacts',
  columns,
  selectLabel: (preview) => `Select ${nameOf(preview, undefined)} of ${preview.store.domain}`,
  card: (preview) => <ContactCard preview={preview} saysStore />,
  cardLabel: 'Contact',
  cardHeight: 100,
  skeleton: ['w-1/5', 'w-1/4', 'w-1/6', 'w-1/6'],
  useRowClass: ({ id }) => (useRevealedContact(id)?.reveal_status === 'newly_revealed' ? 'glow-once' : ''),
}

/**
 * Sorting belongs to searches: a list has the order in which it grew, and only what is known of every row. Without filters next
 * to it there is space for long titles.
 */
export const listedContactTable: TableSpec<ContactRow> = {
  ...contactTable,
  label: 'Contacts of this list',
  selectAllLabel: 'Select all',
  columns: columns
    .filter(({ id }) => ['name', 'title', 'store', 'status', 'channels'].includes(id))
    .map((column) => (column.id === 'title' ? { ...column, share: 1.4 } : column)),
}

/** On the page of a store the rows need not say which. */
export const storeContactTable: TableSpec<ContactRow> = {
  ...contactTable,
  label: 'Contacts of this store',
  columns: columns.filter(({ id }) => ['name', 'title', 'status', 'channels'].includes(id)),
  card: (preview) => <ContactCard preview={preview} saysStore={false} />,
  cardHeight: 80,
}

function Country({ code }: { code: string | null }) {
  const labelOf = useLabelOf()
  if (!code) return <span className="text-ink-faint">–</span>
  return <CountryCode code={code} name={labelOf('countries', code)} />
}

function NameCell({ preview }: { preview: ContactPreview }) {
  const revealed = useRevealedContact(preview.id)
  const isOwned = preview.revealed || revealed !== undefined
  return (
    // The mark of an example, or of somebody excluded, goes below where there is no space next to the name.
    <span className={`flex items-center gap-x-2 ${preview.synthetic || preview.excluded ? 'flex-wrap' : ''}`}>
      <span className={`min-w-0 font-medium ${isOwned ? 'wrap-anywhere' : 'truncate'}`}>
        {nameOf(preview, revealed)}
      </span>
      <NewMark id={preview.id} />
      {preview.excluded && <Tag>Excluded</Tag>}
      {preview.synthetic ? (
        <Tag>Example</Tag>
      ) : (
        isOwned && (
          <span className="shrink-0 text-ink-faint" title="Revealed">
            <Icon name="revealed" size={14} />
            <span className="sr-only">Revealed</span>
          </span>
        )
      )}
    </span>
  )
}

/** The seniority is left out, not cut, where there is no space for it: it then wraps to a line that is out of sight. */
function RoleLine({ preview }: { preview: ContactPreview }) {
  const [role, seniority] = roleOf(preview, useLabelOf()).split(' · ')
  return (
    <p className="flex h-4 flex-wrap gap-x-1 overflow-hidden text-small text-ink-faint">
      <span className="max-w-full truncate">{role}</span>
      {seniority && <span>· {seniority}</span>}
    </p>
  )
}

const ContactCard = ({ preview, saysStore }: { preview: ContactPreview; saysStore: boolean }) => (
  <>
    <span className="flex items-center justify-between gap-2">
      <NameCell preview={preview} />
      {!preview.synthetic && <WorkTag kind="contacts" id={preview.id} />}
    </span>
    {preview.title && <p className="truncate text-ink-soft">{preview.title}</p>}
    {saysStore && <p className="truncate text-small text-ink-faint">{namesOf(preview.store).join(' · ')}</p>}
    <div className="mt-1">
      <ChannelCell preview={preview} />
    </div>
  </>
)

function ChannelCell({ preview }: { preview: ContactPreview }) {
  const tabIndex = useTabIndex()
  const revealed = useRevealedContact(preview.id)
  const rowState = useRowState(preview.id)
  if (rowState === 'waiting' || rowState === 'revealing') {
    return (
      <span className="flex items-center gap-2 text-small text-ink-faint">
        {rowState === 'revealing' && <Spinner />}
        {rowState === 'revealing' ? 'Revealing' : 'Next'}
      </span>
    )
  }
  if (rowState === 'unavailable') {
    return <span className="text-small text-ink-faint">No longer available, not charged</span>
  }
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
