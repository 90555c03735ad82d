import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDay } from '../format.ts'
import { useAction } from '../use-action.ts'
import { NewsSelect } from '../watches/watch-menu.tsx'
import { RenameSearch } from './rename-search.tsx'
import { addressOf, deleteSavedSearch, type SavedSearch, savedSearchesQuery } from './saved-searches.ts'

export function ManageSearchesDialog({ saved, onClose }: { saved: SavedSearch[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<string | null>(null)
  const [kept, setKept] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<{ id: string; isDone: boolean } | null>(null)
  const remove = useAction(deleteSavedSearch, { refresh: [savedSearchesQuery.queryKey] })
  return (
    <Dialog title="Saved searches" isWide onClose={onClose}>
      <p className="mb-3">Saved searches are shared: everyone in the account can open, rename and delete them.</p>
      {saved.length === 0 && <p className="py-4 text-ink-faint">No saved searches.</p>}
      <ul className="divide-y">
        {saved.map((one) => (
          <li key={one.id} className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5">
            {renamed?.id === one.id && !renamed.isDone ? (
              <RenameSearch search={one} onDone={() => setRenamed({ id: one.id, isDone: true })} />
            ) : asking === one.id ? (
              <>
                <p className="min-w-0 flex-1 truncate text-table text-ink">Delete “{one.name}” for everyone?</p>
                <Button
                  size="small"
                  // The button that asked is gone.
                  autoFocus
                  onClick={() => {
                    setAsking(null)
                    setKept(one.id)
                  }}
                >
                  Keep
                </Button>
                <Button
                  size="small"
                  look="danger"
                  isBusy={remove.isPending}
                  onClick={() => remove.mutate(one.id, { onSettled: () => setAsking(null) })}
                >
                  Delete
                </Button>
              </>
            ) : (
              <>
                <span className="min-w-0 flex-1">
                  <button
                    type="button"
                    onClick={() => {
                      onClose()
                      void navigate({ href: addressOf(one), resetScroll: false })
                    }}
                    className="block max-w-full truncate text-table font-medium text-ink hover:underline"
                  >
                    {one.name}
                  </button>
                  <span className="text-small text-ink-faint">Saved {formatDay(one.created_at)}</span>
                </span>
                <span className="order-last basis-full sm:order-none sm:basis-auto">
                  <NewsSelect source={{ saved_search_id: one.id }} name={one.name} />
                </span>
                <IconButton
                  icon="pencil"
                  label={`Rename ${one.name}`}
                  // Back from the form.
                  autoFocus={renamed?.id === one.id}
                  onClick={() => setRenamed({ id: one.id, isDone: false })}
                />
                <IconButton
                  icon="trash"
                  label={`Delete ${one.name}`}
                  // Back from the question.
                  autoFocus={kept === one.id}
                  onClick={() => setAsking(one.id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
