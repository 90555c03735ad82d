import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { listsQuery } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { type Profile, sectionsFor } from '../../shared/profile.ts'
import { addressOf, askToSave, savedSearchesQuery } from '../../shared/saved-searches/saved-searches.ts'
import type { IconName } from '../../ui/icons.tsx'
import { places } from './rail.tsx'
import { signOut, switchTo } from './session-actions.ts'
import { setTheme } from './theme.ts'

/** One line of the menu. Two things of one name are told apart by their `id`. */
export type Command = {
  id: string
  label: string
  /** In grey after the label: where somebody works, where a store is. */
  detail?: string | undefined
  /** At the end of the line. */
  note?: string | undefined
  icon: IconName
  /** Words that find it and are not shown. */
  words?: string
  run: () => void
}

/** The groups of the menu, in their order. Whatever has the name that was typed comes before a search that the words spell out. */
const groupTitles = {
  lookUp: 'Store',
  pages: 'Pages',
  saved: 'Saved searches',
  lists: 'Lists',
  revealed: 'Revealed',
  stores: 'Stores',
  people: 'People',
  counts: 'Catalogue',
  technologies: 'Technologies',
  searches: 'Search',
  actions: 'Actions',
} as const

type GroupName = keyof typeof groupTitles
/** Commands by the group that they are in. */
export type Commands = { [Name in GroupName]?: Command[] }
export type CommandGroup = { title: string; commands: Command[] }

/** What there is to show, in order. */
export const toGroups = (commands: Commands): CommandGroup[] =>
  (Object.keys(groupTitles) as GroupName[])
    .map((name) => ({ title: groupTitles[name], commands: commands[name] ?? [] }))
    .filter((group) => group.commands.length > 0)

/** How many of a kind are listed while somebody types: what is meant is among the first, or another letter finds it. */
const shownMax = 5

/** Pages, saved searches, lists and actions: what this browser knows without asking. */
export function useCommands(onHelp: () => void): Commands {
  const go = useGo()
  const { data: profile } = useQuery(profileQuery)
  const { data: savedSearches } = useQuery(savedSearchesQuery)
  const { data: lists } = useQuery(listsQuery)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return useMemo((): Commands => {
    const saved = (savedSearches?.data ?? []).map((one): Command => {
      const note = one.kind === 'contacts' ? 'Contacts' : 'Stores'
      return { id: one.id, label: one.name, icon: 'bookmark', note, run: go(addressOf(one)) }
    })
    const ownLists = (lists?.data ?? []).map((list): Command => {
      const { id, name, kind } = list
      const note = kind === 'contacts' ? 'Contacts' : 'Stores'
      return { id, label: name, icon: list.private ? 'list' : 'shared', note, run: go(paths.list(id)) }
    })
    const accounts = (profile?.accounts ?? []).filter(({ id }) => id !== profile?.account.id)
    return {
      pages: pageCommands(go, profile),
      saved,
      lists: ownLists,
      actions: [
        ...([paths.contacts(), paths.stores()].includes(pathname)
          ? [action('Save this search', 'bookmark', askToSave)]
          : []),
        action('Keyboard shortcuts', 'keyboard', onHelp),
        action('Invite a member', 'user', go(paths.settings('members'))),
        { ...action('Buy credits', 'credit', go(paths.addCredits())), words: 'add top up' },
        { ...action('Report bounced emails', 'email', go(paths.bounces())), words: 'credit back refund' },
        action('Export revealed contacts', 'download', go(paths.revealed())),
        action('Theme: light', 'theme', () => setTheme('light')),
        action('Theme: dark', 'theme', () => setTheme('dark')),
        action('Theme: match system', 'theme', () => setTheme('system')),
        ...accounts.map(({ id, name }) => ({
          ...action(`Switch to ${name}`, 'user', () => void switchTo(id)),
          id,
        })),
        action('Sign out', 'signOut', () => void signOut()),
      ],
    }
  }, [go, onHelp, profile, savedSearches, lists, pathname])
}

export function useGo(): (path: string) => () => void {
  const navigate = useNavigate()
  return useMemo(() => (path) => () => void navigate({ href: path }), [navigate])
}

const action = (label: string, icon: IconName, run: () => void): Command => ({ id: label, label, icon, run })

const pageCommands = (go: ReturnType<typeof useGo>, profile: Profile | undefined): Command[] => [
  ...places.map(({ label, icon, path }) => ({ ...action(label, icon, go(path)), words: 'page' })),
  ...sectionsFor(profile).map(([section, label]) =>
    action(`Settings: ${label}`, 'settings', go(paths.settings(section))),
  ),
  action('Contacts with a verified email', 'email', go(`${paths.contacts()}?email-status=verified`)),
  action('API documentation', 'external', () => window.location.assign(paths.docs())),
]

/** Every word that was typed begins a word of the command. Those whose name begins with the text come first. */
export function matching(all: Commands, typed: string): Commands {
  const text = typed.trim().toLowerCase()
  const asked = text.split(/\s+/).filter(Boolean)
  if (asked.length === 0) return all
  const matches = (commands: Command[]): Command[] =>
    commands
      .filter(({ label, words = '' }) => {
        const known = `${label} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
        return asked.every((word) => known.some((one) => one.startsWith(word)))
      })
      .sort((one, other) => Number(begins(other, text)) - Number(begins(one, text)))
      .slice(0, shownMax)
  return Object.fromEntries(Object.entries(all).map(([name, commands]) => [name, matches(commands)]))
}

const begins = ({ label }: Command, text: string): boolean => label.toLowerCase().startsWith(text)
