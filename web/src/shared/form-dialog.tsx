import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** A few fields and one action. A refusal stands inside: behind the dialog nobody would see it. */
export function FormDialog({
  title,
  action,
  look = 'primary',
  isBusy,
  isDisabled = false,
  startsAtAction = false,
  error = null,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  action: string
  look?: ComponentProps<typeof Button>['look']
  isBusy: boolean
  /** There is nothing to send yet. */
  isDisabled?: boolean
  /** The fields are as most people want them: Enter does it. */
  startsAtAction?: boolean
  /** Null where a refusal is said elsewhere. */
  error?: Error | null
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
          <Button
            type="submit"
            form={id}
            look={look}
            isBusy={isBusy}
            disabled={isDisabled}
            data-starts-here={startsAtAction || undefined}
          >
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
