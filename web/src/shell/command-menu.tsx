import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { profileQuery } from '../api/queries.ts'
import { listsQuery } from '../lists/lists.ts'
import { paths, type SettingsSection, settingsSections } from '../paths.ts'
import { addressOf, askToSave, savedSearchesQuery } from '../saved-searches/saved-searches.ts'
import { BareDialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { places } from './rail.tsx'
import { signOut, switchTo } from './session-actions.ts'
import { setTheme } from './theme.ts'

/** Two things of one name are told apart by their `id`. */
type Command = { id?: string; label: string; kind: string; icon: IconName; run: () => void }

/** Go anywhere, run any action. What is typed and looks like a domain can be looked up as a store. */
export function CommandMenu({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommands(onHelp)
  const found = useMemo(() => matching(commands(typed.trim()), typed), [commands, typed])
  const chosen = Math.min(at, found.length - 1)

  // Only keys lead out of sight. The list then scrolls under the pointer, which must not choose by lying there.
  useEffect(() => {
    document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt(Math.min(Math.max(chosen + step, 0), found.length - 1))
    else if (event.key === 'Enter') run(found[chosen])
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
          aria-activedescendant={found[chosen] && `command-${chosen}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="Search stores, people, lists and commands"
          className="h-12 w-full bg-transparent text-body outline-none"
        />
      </div>
      <div
        id="commands"
        role="listbox"
        aria-label="Commands"
        className="hairline-scroll max-h-[50vh] scroll-py-1.5 overflow-y-auto p-1.5"
      >
        {found.length === 0 && <p className="px-3 py-6 text-center text-ink-faint">No matches</p>}
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the combobox pattern wants it
          <div
            key={command.id ?? `${command.kind}-${command.label}`}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(command)}
            onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setAt(index)}
            className="flex h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 text-table aria-selected:bg-selected"
          >
            <Icon name={command.icon} className="text-ink-faint" />
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            <span className="text-small text-ink-faint">{command.kind}</span>
          </div>
        ))}
      </div>
    </BareDialog>
  )
}

function useCommands(onHelp: () => void): (typed: string) => Command[] {
  const navigate = useNavigate()
  const { data: profile } = useQuery(profileQuery)
  const { data: savedSearches } = useQuery(savedSearchesQuery)
  const { data: lists } = useQuery(listsQuery)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return useMemo(() => {
    const go = (path: string) => () => void navigate({ href: path })
    const fixed: Command[] = [
      ...places.map(({ label, icon, path }) => ({ label, icon, kind: 'Page', run: go(path) })),
      ...Object.entries(settingsSections).map(([section, label]) => ({
        label: `Settings: ${label}`,
        icon: 'settings' as const,
        kind: 'Page',
        run: go(paths.settings(section as SettingsSection)),
      })),
      ...(savedSearches?.data ?? []).map((saved) => ({
        id: saved.id,
        label: saved.name,
        icon: 'bookmark' as const,
        kind: saved.searches === 'contacts' ? 'Saved, contacts' : 'Saved, stores',
        run: go(addressOf(saved)),
      })),
      ...(lists?.data ?? []).map(({ id, name, shared }) => ({
        id,
        label: name,
        icon: shared ? ('shared' as const) : ('list' as const),
        kind: 'List',
        run: go(paths.revealed(id)),
      })),
      ...([paths.contacts(), paths.stores()].includes(pathname)
        ? [{ label: 'Save this search', icon: 'bookmark' as const, kind: 'Action', run: askToSave }]
        : []),
      {
        label: 'Contacts with a verified email',
        icon: 'email',
        kind: 'Search',
        run: go(`${paths.contacts()}?email=yes`),
      },
      {
        label: 'API documentation',
        icon: 'external',
        kind: 'Page',
        run: () => window.location.assign(paths.docs()),
      },
      { label: 'Keyboard shortcuts', icon: 'keyboard', kind: 'Action', run: onHelp },
      { label: 'Theme: light', icon: 'theme', kind: 'Action', run: () => setTheme('light') },
      { label: 'Theme: dark', icon: 'theme', kind: 'Action', run: () => setTheme('dark') },
      { label: 'Theme: match system', icon: 'theme', kind: 'Action', run: () => setTheme('system') },
      ...(profile?.accounts ?? [])
        .filter(({ id }) => id !== profile?.account.id)
        .map(({ id, name }) => ({
          label: `Switch to ${name}`,
          icon: 'user' as const,
          kind: 'Account',
          run: () => void switchTo(id),
        })),
      { label: 'Sign out', icon: 'signOut', kind: 'Action', run: () => void signOut() },
    ]
    return (typed) =>
      /^\S+\.\S{2,}$/.test(typed)
        ? [{ label: `Look up ${typed}`, icon: 'stores', kind: 'Store', run: go(paths.store(typed)) }, ...fixed]
        : fixed
  }, [navigate, onHelp, profile, savedSearches, lists, pathname])
}

function matching(commands: Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, kind }) => words.every((word) => `${label} ${kind}`.toLowerCase().includes(word)))
}
