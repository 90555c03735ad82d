import { call } from '../../api/call.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { callAuth } from '../../api/sign-in.ts'
import { paths } from '../../shared/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { noteAccount, startInAccount } from './current-account.ts'

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

export async function switchTo(accountId: string): Promise<void> {
  try {
    noteAccount(await call('switchAccount', { body: { account_id: accountId } }))
    startInAccount()
  } catch (error) {
    noticeSessionEnd(error)
    toast({ title: error instanceof Error ? error.message : 'Switching failed.', look: 'danger' })
  }
}
