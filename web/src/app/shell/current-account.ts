import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { paths } from '../../shared/paths.ts'
import type { Profile } from '../../shared/profile.ts'

/** One session serves all tabs of a browser: what one tab switches to, the server takes all of them for. */
const key = 'prospector.current-account'

const nameOf = ({ user, account }: Pick<Profile, 'user' | 'account'>): string => `${user.id} ${account.id}`

/** Other tabs hear of it. */
export function noteAccount(profile: Profile): void {
  try {
    localStorage.setItem(key, nameOf(profile))
  } catch {
    // Without storage a tab shows the other account when it is loaded again.
  }
}

function readNoted(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A fresh page load forgets everything of the account that is left. */
export function startInAccount(): void {
  sessionStorage.clear()
  window.location.assign(paths.contacts())
}

/** The person and account that this page was loaded for. */
let loadedFor: string | null = null

/** No tab acts for an account other than the one it shows. A tab that slept looks when it wakes up. */
export function useOneAccount(): void {
  const { data: profile } = useQuery(profileQuery)
  useEffect(() => {
    if (!profile) return
    if (loadedFor === null) {
      loadedFor = nameOf(profile)
      noteAccount(profile)
    }
    const compare = () => {
      if (nameOf(profile) !== loadedFor || (readNoted() ?? loadedFor) !== loadedFor) startInAccount()
    }
    compare()
    const wakings = ['storage', 'focus', 'pageshow', 'visibilitychange']
    for (const waking of wakings) window.addEventListener(waking, compare)
    return () => {
      for (const waking of wakings) window.removeEventListener(waking, compare)
    }
  }, [profile])
}
