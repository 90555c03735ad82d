import { call } from '../../api/call.ts'
import { noticeSessionEnd, profileQuery, queryClient } from '../../api/queries.ts'
import { callAuth } from '../../api/sign-in.ts'
import { paths } from '../../shared/paths.ts'
import { toast } from '../../ui/toast.tsx'

/** A fresh page load forgets everything that belonged to the person. */
export async function signOut(): Promise<void> {
  try {
    await callAuth('/sign-out', {})
    sessionStorage.clear()
    window.location.assign(paths.signIn())
  } catch (error) {
    toast({ title: error instanceof Error ? error.message : 'Signing out failed.', look: 'danger' })
  }
}

/** Everything on the screen belongs to the account that is left, so all of it is asked again. */
export async function switchTo(accountId: string): Promise<void> {
  try {
    const profile = await call('switchAccount', { body: { account_id: accountId } })
    sessionStorage.clear()
    queryClient.clear()
    queryClient.setQueryData(profileQuery.queryKey, profile)
    window.location.assign(paths.contacts())
  } catch (error) {
    noticeSessionEnd(error)
    toast({ title: error instanceof Error ? error.message : 'Switching failed.', look: 'danger' })
  }
}
