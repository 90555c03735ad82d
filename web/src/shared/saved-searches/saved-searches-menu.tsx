import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import type { SearchParams } from '../search-params.ts'
import { NewCount, useVisit } from '../watches/new-marks.tsx'
import { useWatches } from '../watches/watches.ts'
import {
  addressOf,
  findOpen,
  onAskedToSave,
  type SavedSearch,
  type Searches,
  savedSearchesQuery,
} from './saved-searches.ts'

// Loaded when first opened: few visits save a search.
const ManageSearchesDialog = lazy(async () => ({
  default: (await import('./manage-searches-dialog.tsx')).ManageSearchesDialog,
}))
const SaveSearchDialog = lazy(async () => ({ default: (await import('./save-search-dialog.tsx')).SaveSearchDialog }))

/** In the head of a search: what was saved before, and saving what is there now. */
export function SavedSearchesMenu({
  searches,
  search,
  sort,
}: {
  searches: Searches
  search: SearchParams
  /** Null for the usual order. */
  sort: string | null
}) {
  const { data, error } = useQuery(savedSearchesQuery)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const saved = data?.data.filter((one) => one.kind === searches) ?? []
  const isFiltered = Object.keys(search).length > 0
  const asKept = sort === null ? search : { ...search, sort }
  const { current, savedAs } = findOpen(isFiltered ? saved : [], searches, asKept)

  const askForName = () => {
    if (savedAs) toast({ title: `Already saved as “${savedAs.name}”.` })
    else if (isFiltered) setDialog('save')
    else toast({ title: 'Choose a filter first.' })
  }
  useShortcut('s', askForName)
  const { data: watches } = useWatches()
  const newIn = ({ id }: SavedSearch): number =>
    watches?.data.find((watch) => watch.saved_search_id === id)?.new_matches ?? 0
  const newInAll = saved.reduce((sum, one) => sum + newIn(one), 0)
  useVisit(current && { saved_search_id: current.id })
  const latest = useRef(askForName)
  latest.current = askForName
  useEffect(() => onAskedToSave(() => latest.current()), [])

  const close = () => setDialog(null)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={['Saved searches', current && `${current.name} is open`, newInAll > 0 && `${newInAll} new`]
              .filter(Boolean)
              .join(', ')}
            className={`${buttonClass(current ? 'secondary' : 'quiet')} max-w-50 data-[state=open]:bg-hover`}
          >
            <Icon name="bookmark" />
            <span className={`truncate ${current ? 'max-sm:sr-only' : 'max-xl:sr-only'}`}>
              {current?.name ?? 'Saved'}
            </span>
            {newInAll > 0 && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-ink" />}
          </button>
        }
      >
        <div className="w-64">
          <MenuLabel>Saved searches</MenuLabel>
          {saved.length === 0 && (
            <p className="px-2 pb-2 text-small text-ink-faint">
              {error
                ? 'Couldn’t load saved searches. Reload the page.'
                : data
                  ? 'None yet. Set filters and save them; everyone in the account can open them.'
                  : 'Loading'}
            </p>
          )}
          <div className="hairline-scroll max-h-80 overflow-y-auto">
            {saved.map((one) => (
              <MenuItem
                key={one.id}
                isChosen={one === current}
                hint={<NewCount count={newIn(one)} />}
                onSelect={() => void navigate({ href: addressOf(one), resetScroll: false })}
              >
                {one.name}
              </MenuItem>
            ))}
          </div>
          <MenuSeparator />
          {!savedAs && (
            <MenuItem icon="plus" onSelect={askForName}>
              Save this search
            </MenuItem>
          )}
          {saved.length > 0 && (
            <MenuItem icon="settings" onSelect={() => setDialog('manage')}>
              Manage saved searches
            </MenuItem>
          )}
        </div>
      </Menu>
      <Suspense>
        {dialog === 'save' && <SaveSearchDialog searches={searches} search={asKept} saved={saved} onClose={close} />}
        {dialog === 'manage' && <ManageSearchesDialog saved={saved} onClose={close} />}
      </Suspense>
    </>
  )
}
