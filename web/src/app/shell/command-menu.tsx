import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { taxonomyQuery } from '../../api/queries.ts'
import { plural } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { contactGroups, type FilterGroup, storeSearchGroups } from '../../shared/search/filters.ts'
import { changeOf, domainIn, labelsOf, understand } from '../../shared/search/understand.ts'
import { stringifySearch } from '../../shared/search-params.ts'
import { BareDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Command, type CommandGroup, type Commands, matching, toGroups, useCommands, useGo } from './commands.ts'
import { useFinding } from './find.ts'

/** Find anybody and anything, go anywhere, run any action. */
export function CommandMenu({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  /** The line that was moved to. Nobody moved: the first one. */
  const [at, setAt] = useState(0)
  const [isEntering, setEntering] = useState(false)
  const commands = useCommands(onHelp)
  const finding = useFinding(typed)
  const lookUp = useLookUp(typed.trim())
  const searches = useSearches(typed.trim())
  const groups = useMemo(
    () => toGroups({ ...matching(commands, typed), ...finding.commands, ...lookUp, ...searches }),
    [commands, typed, finding.commands, lookUp, searches],
  )
  const lines = groups.flatMap((group) => group.commands)
  const chosen = Math.min(at, lines.length - 1)

  // Only keys lead out of sight. The list then scrolls under the pointer, which must not choose by lying there.
  useEffect(() => {
    document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }

  // Enter came before the answer to what was typed: it is for the first line of that answer.
  const isWaiting = isEntering && finding.isStale
  // biome-ignore lint/correctness/useExhaustiveDependencies: what there is to run is looked up when the answer is there
  useEffect(() => {
    if (!isEntering || finding.isStale) return
    setEntering(false)
    run(lines[chosen])
  }, [isEntering, finding.isStale])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt(Math.min(Math.max(chosen + step, 0), lines.length - 1))
    else if (event.key === 'Enter') setEntering(true)
    else return
    event.preventDefault()
  }

  return (
    <BareDialog label="Search and commands" onClose={onClose}>
      <div className="flex items-center gap-2 border-b px-4">
        <Icon name="search" className="text-ink-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the menu was opened to type into it
          autoFocus
          role="combobox"
          aria-label="Search and commands"
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={lines[chosen] && `command-${chosen}`}
          aria-busy={isWaiting}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.valueLengthMax}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
            setEntering(false)
          }}
          onKeyDown={onKeyDown}
          placeholder="Find people, stores, lists and pages"
          className="h-12 w-full bg-transparent text-body outline-none"
        />
      </div>
      <div
        id="commands"
        role="listbox"
        aria-label="Results"
        data-stale={finding.isStale}
        className="hairline-scroll max-h-[min(60vh,520px)] scroll-py-8 overflow-y-auto p-1.5"
      >
        <Groups groups={groups} chosen={chosen} onChoose={setAt} onRun={run} />
      </div>
      <Outcome typed={typed.trim()} lines={lines.length} finding={finding} />
    </BareDialog>
  )
}

function Groups({
  groups,
  chosen,
  onChoose,
  onRun,
}: {
  groups: CommandGroup[]
  chosen: number
  onChoose: (index: number) => void
  onRun: (command: Command) => void
}) {
  const starts = groups.map((_, group) =>
    groups.slice(0, group).reduce((sum, { commands }) => sum + commands.length, 0),
  )
  return groups.map(({ title, commands }, group) => (
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small text-ink-faint">
        {title}
      </p>
      {commands.map((command, place) => {
        const index = starts[group]! + place
        return (
          <Line
            key={command.id}
            command={command}
            index={index}
            isChosen={index === chosen}
            onChoose={() => onChoose(index)}
            onRun={() => onRun(command)}
          />
        )
      })}
    </div>
  ))
}

function Line({
  command: { label, detail, note, icon },
  index,
  isChosen,
  onChoose,
  onRun,
}: {
  command: Command
  index: number
  isChosen: boolean
  onChoose: () => void
  onRun: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the combobox pattern wants it
    <div
      id={`command-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onRun}
      onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onChoose()}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 text-table aria-selected:bg-selected"
    >
      <Icon name={icon} className="text-ink-faint" />
      <span className="flex min-w-0 flex-1 gap-x-2 max-sm:flex-col">
        <span className="min-w-0 truncate">{label}</span>
        {detail && <span className="min-w-0 truncate text-ink-faint">{detail}</span>}
      </span>
      {note && <span className="figures shrink-0 text-small text-ink-faint">{note}</span>}
    </div>
  )
}

/** The outcome of the search: visible when there is nothing to list, always announced to screen readers. */
function Outcome({ typed, lines, finding }: { typed: string; lines: number; finding: ReturnType<typeof useFinding> }) {
  const { error, isStale } = finding
  const isNothing = typed !== '' && lines === 0 && !isStale && !error
  return (
    <>
      {isNothing && (
        <div className="px-6 pt-2 pb-8 text-center">
          <p className="font-medium">Nothing found for “{typed}”</p>
          <p className="mt-1 text-table text-ink-soft">
            Try a first name, a job title, or the beginning of a store’s name. Last names can be searched only for
            contacts you have revealed.
          </p>
        </div>
      )}
      {error && (
        <p role="alert" className="flex gap-2 border-t px-4 py-3 text-table text-ink-soft">
          <Icon name="alert" className="mt-px text-danger" />
          <span>Stores and people could not be searched. {error.message}</span>
        </p>
      )}
      <p role="status" className="sr-only">
        {typed !== '' && !isStale && (lines === 0 ? 'No results' : plural(lines, 'result'))}
      </p>
    </>
  )
}

/** What looks like a domain can be looked up, also when no name begins like it. */
function useLookUp(typed: string): Commands {
  const go = useGo()
  return useMemo((): Commands => {
    const domain = domainIn(typed)
    if (!domain) return {}
    return { lookUp: [{ id: 'look-up', label: `Look up ${domain}`, icon: 'stores', run: go(paths.store(domain)) }] }
  }, [typed, go])
}

const searchPages: [noun: string, page: string, groups: readonly FilterGroup[]][] = [
  ['Contacts', paths.contacts(), contactGroups],
  ['Stores', paths.stores(), storeSearchGroups],
]

/** A sentence is a search. One word alone is a name, or a technology, which have lines of their own. */
function useSearches(typed: string): Commands {
  const go = useGo()
  const { data: taxonomy } = useQuery(taxonomyQuery)
  return useMemo((): Commands => {
    const isSentence = taxonomy && typed.includes(' ') && !domainIn(typed)
    const commands = (isSentence ? searchPages : []).flatMap(([noun, page, groups]): Command[] => {
      const meaning = understand(typed, groups, taxonomy!)
      if (meaning.found.length === 0 && !meaning.store) return []
      const address = page + stringifySearch(changeOf(meaning, 'q', {}))
      return [{ id: `filter-${noun}`, label: `${noun}: ${labelsOf(meaning)}`, icon: 'filter', run: go(address) }]
    })
    return { searches: commands }
  }, [typed, taxonomy, go])
}
