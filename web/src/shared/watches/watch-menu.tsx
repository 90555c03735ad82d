import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { useAction } from '../use-action.ts'
import { chooseNews, type NewsChoice, newsChoices, whereNewsComes } from './choose-news.ts'
import { NewsPreview } from './news-preview.tsx'
import { useWatches, useWatchOf, type WatchSource, watchesQuery } from './watches.ts'

const describeChoice = (choice: NewsChoice): string =>
  choice === 'none' ? 'No longer watched.' : `Watched. ${whereNewsComes[choice]}`

function useChooseNews(source: WatchSource) {
  const watch = useWatchOf(source)
  const choose = useAction(
    async (choice: NewsChoice) => {
      await chooseNews(source, watch, choice)
      return choice
    },
    { refresh: [watchesQuery.queryKey], done: (choice) => ({ title: describeChoice(choice), look: 'success' }) },
  )
  return { choice: (watch?.mail ?? 'none') as NewsChoice, choose }
}

/** Watching a list, and how its news is told. Nothing without a plan. */
export function WatchMenu({ source, name, kind }: { source: WatchSource; name: string; kind: 'contacts' | 'stores' }) {
  const { data } = useWatches()
  const { choice, choose } = useChooseNews(source)
  if (!data) return null
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={choice === 'none' ? `Watch ${name}` : `${name} is watched`}
          aria-busy={choose.isPending || undefined}
          className={`${buttonClass(choice === 'none' ? 'quiet' : 'secondary')} data-[state=open]:bg-hover`}
        >
          <Icon name="bell" />
          <span className="max-lg:sr-only">{choice === 'none' ? 'Watch' : 'Watched'}</span>
        </button>
      }
    >
      <div className="w-68">
        <MenuLabel>What is new here</MenuLabel>
        {(Object.keys(newsChoices) as NewsChoice[]).map((one) => (
          <MenuItem key={one} isChosen={one === choice} onSelect={() => one !== choice && choose.mutate(one)}>
            {newsChoices[one]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <div className="px-2 pt-1 pb-2">
          <NewsPreview of={source} kind={kind} />
        </div>
      </div>
    </Menu>
  )
}

/** The same as a field, for a row of a table or a dialog. */
export function NewsSelect({ source, name }: { source: WatchSource; name: string }) {
  const { choice, choose } = useChooseNews(source)
  return (
    <select
      aria-label={`News of ${name}`}
      value={choose.isPending ? choose.variables : choice}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate(event.target.value as NewsChoice)}
      className="h-8 max-w-full rounded-control border border-control/60 bg-surface pr-7 pl-2.5 text-table text-ink disabled:opacity-60"
    >
      {Object.entries(newsChoices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
