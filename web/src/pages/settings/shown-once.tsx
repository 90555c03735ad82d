import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A secret, this once: only its own button closes the dialog. */
export function ShownOnce({
  title,
  secret,
  copyLabel,
  testId,
  onClose,
  children,
}: {
  title: string
  secret: string
  copyLabel: string
  testId: string
  onClose: () => void
  /** What it is for, and how to keep it. */
  children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      isKept
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      }
    >
      <p>You won’t be able to see it again. {children}</p>
      <p className="mt-3 flex items-center gap-2 rounded-control border bg-sunken py-1.5 pr-1.5 pl-3">
        <code data-testid={testId} className="min-w-0 flex-1 font-mono text-small break-all text-ink">
          {secret}
        </code>
        <CopyButton text={secret} label={copyLabel} />
      </p>
    </Dialog>
  )
}
