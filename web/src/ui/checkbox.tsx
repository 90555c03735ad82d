import { type InputHTMLAttributes, useEffect, useRef } from 'react'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { isMixed?: boolean }

export function Checkbox({ isMixed = false, className = '', ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <span className={`relative inline-flex size-4 shrink-0 ${className}`}>
      <input
        ref={ref}
        type="checkbox"
        className="peer size-4 appearance-none before:absolute before:-inset-2 before:content-[''] rounded-small border border-control bg-surface checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink"
        {...rest}
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="pointer-events-none absolute inset-0 hidden text-ink-inverse peer-checked:block peer-indeterminate:block"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={isMixed ? 'M4.5 8h7' : 'm4 8.5 2.75 2.75L12 5.5'} />
      </svg>
    </span>
  )
}
