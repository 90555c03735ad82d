import { type FormEvent, type ReactNode, useId } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A few fields and one action. A refusal stands inside: behind the dialog nobody would see it. */
export function FormDialog({
  title,
  action,
  isBusy,
  isDisabled = false,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  action: string
  isBusy: boolean
  /** There is nothing to send yet. */
  isDisabled?: boolean
  error: Error | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" isBusy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4 pt-2">
        {children}
        {error && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  )
}
