import { type ComponentProps, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

const control =
  'h-8 w-full rounded-control border border-control/60 bg-surface px-2.5 text-table text-ink outline-offset-0 focus-visible:outline-2 read-only:bg-sunken disabled:opacity-60 aria-invalid:border-danger'

type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined; isLarge?: boolean }

/** A labelled input; the hint and the error are read out with it. */
export function Field({
  label,
  hint,
  error,
  isLarge = false,
  className = '',
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <input
        id={id}
        className={`${control} ${isLarge ? 'h-10 text-body' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...rest}
      />
    </Labelled>
  )
}

export function SelectField({
  label,
  hint,
  error,
  className = '',
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <select
        id={id}
        className={`${control} pr-7`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...rest}
      >
        {children}
      </select>
    </Labelled>
  )
}

function Labelled({
  id,
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { id: string; className: string; children: ReactNode }) {
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-table font-medium text-ink">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p id={`${id}-note`} className={`text-small ${error ? 'text-danger' : 'text-ink-faint'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type PlainInputProps = ComponentProps<'input'> & { 'aria-label': string }

/** An input without a visible label, for places that say what it is. */
export function PlainInput({ className = '', type = 'text', onKeyDown, ...rest }: PlainInputProps) {
  return (
    <input
      className={`${control} ${className}`}
      onKeyDown={(event) => {
        // Back to the page, whose keys work again.
        if (event.key === 'Escape') {
          event.currentTarget.blur()
          // A search field would empty itself.
          if (type === 'search') event.preventDefault()
        }
        onKeyDown?.(event)
      }}
      type={type}
      {...rest}
    />
  )
}

/** A choice without a visible label, for places that say what it is. */
export const PlainSelect = ({ className = '', ...rest }: ComponentProps<'select'> & { 'aria-label': string }) => (
  <select className={`${control} pr-7 ${className}`} {...rest} />
)
