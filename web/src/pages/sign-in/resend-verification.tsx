import { useMutation } from '@tanstack/react-query'
import { callAuth } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'

export function ResendVerification({ email, next = '/' }: { email: string; next?: string }) {
  const resend = useMutation({ mutationFn: () => callAuth('/send-verification-email', { email, callbackURL: next }) })
  if (resend.isSuccess)
    return <p className="text-table text-success">If this address still needs confirming, an email is on its way.</p>
  return (
    <div className="flex flex-col gap-1">
      <Button onClick={() => resend.mutate()} isBusy={resend.isPending} className="self-start">
        Resend the email
      </Button>
      {resend.error && <p className="text-small text-danger">{resend.error.message}</p>}
    </div>
  )
}
