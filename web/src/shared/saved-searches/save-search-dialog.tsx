import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { FilterTags } from '../search/chips.tsx'
import type { SearchParams } from '../search-params.ts'
import { useAction } from '../use-action.ts'
import { chooseNews, type NewsChoice, newsChoices, whereNewsComes } from '../watches/choose-news.ts'
import { NewsPreview } from '../watches/news-preview.tsx'
import { useWatches, watchesQuery } from '../watches/watches.ts'
import {
  groupsOf,
  type SavedSearch,
  type Searches,
  savedSearchesQuery,
  saveSearch,
  searchAsKept,
} from './saved-searches.ts'

export function SaveSearchDialog({
  searches,
  search,
  saved,
  onClose,
}: {
  searches: Searches
  search: SearchParams
  saved: SavedSearch[]
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [choice, setChoice] = useState<NewsChoice>('none')
  const { data: watches } = useWatches()
  const watch = useAction(({ id }: SavedSearch) => chooseNews({ saved_search_id: id }, undefined, choice), {
    refresh: [watchesQuery.queryKey],
  })
  const save = useAction((given: string) => saveSearch(given, searches, search), {
    refresh: [savedSearchesQuery.queryKey],
    done: () => ({
      title: `Saved for everyone in the account.${choice === 'none' ? '' : ` ${whereNewsComes[choice]}`}`,
      look: 'success',
    }),
    // Saved all the same where it can't be watched; the refusal says why.
    after: (saved) => choice !== 'none' && watch.mutate(saved),
  })
  const isTaken = saved.some((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const submit = () => {
    if (name.trim() !== '' && !isTaken) save.mutate(name.trim(), { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Save this search"
      action="Save"
      isBusy={save.isPending}
      isDisabled={name.trim() === '' || isTaken}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        maxLength={limits.nameLengthMax}
        autoComplete="off"
        placeholder="Founders in Germany"
        error={isTaken ? 'A saved search already has this name.' : undefined}
        hint="Saves the filters and the order, not the results, so it always finds what is new."
        onChange={(event) => setName(event.target.value)}
      />
      {watches && (
        <div className="flex flex-col gap-1.5">
          <SelectField label="News" value={choice} onChange={(event) => setChoice(event.target.value as NewsChoice)}>
            {Object.entries(newsChoices).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <NewsPreview of={{ search: searchAsKept(searches, search) }} kind={searches} />
        </div>
      )}
      <FilterTags groups={groupsOf[searches]} search={search} />
    </FormDialog>
  )
}
