import type { ReactNode } from 'react'
import { limits } from '../../api/limits.ts'
import { Logo } from '../../shared/logo.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/use-title.ts'

/** The quiet frame of every page before the application: one column, one task. */
export function SignInFrame({ title, children, footer }: { title: string; children: ReactNode; footer?: ReactNode }) {
  useTitle(title)
  return (
    <main className="flex min-h-full flex-col items-center justify-center px-4 py-12">
      <div className="w-full max-w-90">
        <Logo />
        <h1 className="mt-8 mb-6 text-title font-semibold tracking-[-0.01em]">{title}</h1>
        {children}
        {footer && <div className="mt-6 border-t pt-4 text-table text-ink-soft">{footer}</div>}
      </div>
    </main>
  )
}

export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-control bg-danger-soft px-3 py-2 text-table text-danger">
      <Icon name="alert" className="mt-px" />
      <span>{children}</span>
    </p>
  )
}

/** The page for a step that goes on in the mail program. */
export function CheckYourMail({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="rounded-panel border bg-surface p-4">
      <p className="flex items-center gap-2 font-medium">
        <Icon name="email" />
        <span className="truncate">{email}</span>
      </p>
      <div className="mt-2 text-ink-soft">{children}</div>
    </div>
  )
}

export const passwordHint = `At least ${limits.passwordLengthMin} characters. A few unrelated words work well.`

export const linkClass = 'font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink'
