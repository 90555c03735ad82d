import { type FormEvent, useState } from 'react'
import { SignInError } from '../../api/sign-in.ts'

/** A form that goes to the sign-in endpoints: what it was refused for, and whether it is under way or done. */
export function useSubmission(send: () => Promise<unknown>) {
  const [error, setError] = useState<SignInError | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setError(null)
    try {
      await send()
      setState('done')
    } catch (failure) {
      if (!(failure instanceof SignInError)) throw failure
      setError(failure)
      setState('idle')
    }
  }
  return { error, isBusy: state === 'busy', isDone: state === 'done', submit }
}
