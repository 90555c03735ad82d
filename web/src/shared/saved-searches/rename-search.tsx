import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useAction } from '../use-action.ts'
import { renameSavedSearch, type SavedSearch, savedSearchesQuery } from './saved-searches.ts'

/** In the place of the search's row. */
export function RenameSearch({ search: { id, name }, onDone }: { search: SavedSearch; onDone: () => void }) {
  const [typed, setTyped] = useState(name)
  const rename = useAction(renameSavedSearch, { refresh: [savedSearchesQuery.queryKey, ['listWatches']] })
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') rename.mutate({ id, name: typed.trim() }, { onSuccess: onDone })
      }}
    >
      <Field
        label="New name"
        className="min-w-40 flex-1"
        maxLength={limits.nameLengthMax}
        autoComplete="off"
        // The button that opened it is gone.
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button onClick={onDone}>Cancel</Button>
      <Button type="submit" look="primary" disabled={typed.trim() === ''} isBusy={rename.isPending}>
        Save
      </Button>
    </form>
  )
}
