import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { profileQuery } from '../../api/queries.ts'
import { paths } from '../../shared/paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { signOut, switchTo } from './session-actions.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

const themes: [Theme, string][] = [
  ['system', 'Match system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Who is here and for which account; switching accounts, the theme, and the way out. */
export function MemberMenu({ isFolded = false }: { isFolded?: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const theme = useTheme()
  if (!profile) return <Skeleton className={isFolded ? 'size-7' : 'h-11'} />
  const { user, account, accounts } = profile
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={isFolded ? `${account.name}, ${user.name || user.email}` : undefined}
          className={`flex items-center gap-2.5 rounded-control text-left hover:bg-hover data-[state=open]:bg-hover ${isFolded ? 'size-9 justify-center' : 'h-11 w-full px-2'}`}
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-control bg-selected text-small font-semibold"
          >
            {account.name.slice(0, 1).toUpperCase()}
          </span>
          {!isFolded && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-table font-medium">{account.name}</span>
                <span className="block truncate text-small text-ink-faint">{user.name || user.email}</span>
              </span>
              <Icon name="chevronDown" className="text-ink-faint" />
            </>
          )}
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuItem icon="user" onSelect={() => void navigate({ to: paths.settings('profile') })}>
        Your profile
      </MenuItem>
      {accounts.length > 1 && (
        <>
          <MenuSeparator />
          <MenuLabel>Accounts</MenuLabel>
          {accounts.map(({ id, name }) => (
            <MenuItem key={id} isChosen={id === account.id} onSelect={() => void switchTo(id)}>
              {name}
            </MenuItem>
          ))}
        </>
      )}
      <MenuSeparator />
      {themes.map(([value, label]) => (
        <MenuItem key={value} isChosen={theme === value} onSelect={() => setTheme(value)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon="signOut" onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
