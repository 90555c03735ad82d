import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function ConfirmDialog({
  title,
  action,
  isBusy,
  onConfirm,
  onClose,
  children,
  look = 'danger',
}: {
  title: string
  action: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
  look?: 'danger' | 'gold'
}) {
  const isDanger = look === 'danger'
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-starts-here={isDanger}>
            Cancel
          </Button>
          <Button look={look} isBusy={isBusy} onClick={onConfirm} data-starts-here={!isDanger}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
