import { Link } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { Tooltip } from './tooltip.tsx'

const looks = {
  primary: 'bg-ink text-ink-inverse hover:opacity-88',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-hover',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  /** Spends credits. */
  gold: 'bg-gold text-on-gold hover:bg-gold-strong',
  danger: 'bg-danger-fill text-white hover:opacity-90',
}

const sizes = {
  small: 'h-7 px-2 text-table gap-1.5',
  medium: 'h-8 px-3 text-table gap-2',
  large: 'h-10 px-4 text-body gap-2',
}

export type ButtonSize = keyof typeof sizes

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof looks
  size?: ButtonSize
  icon?: IconName
  /** The action is under way: the button keeps its size and its focus, and takes no second press. */
  isBusy?: boolean
}

export const buttonClass = (look: keyof typeof looks = 'secondary', size: ButtonSize = 'medium'): string =>
  `inline-flex items-center justify-center rounded-control font-medium whitespace-nowrap select-none transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-50 ${looks[look]} ${sizes[size]}`

export function Button(props: ButtonProps) {
  const { look, size, icon, isBusy = false, className = '', children, onClick, type = 'button', ...rest } = props
  return (
    <button
      type={type}
      className={`${buttonClass(look, size)} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type ButtonLinkProps = Pick<ButtonProps, 'look' | 'size' | 'className'> & {
  to: string
  onClick?: () => void
  children: ReactNode
}

/** Leads to another page of ours, and looks like a button. */
export function ButtonLink({ to, look = 'primary', size, className = '', onClick, children }: ButtonLinkProps) {
  return (
    <Link to={to} {...(onClick && { onClick })} className={`${buttonClass(look, size)} ${className}`}>
      {children}
    </Link>
  )
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 shrink-0 animate-spin rounded-full border-[1.5px] border-current border-t-transparent"
    />
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  label: string
  hint?: ReactNode
  side?: 'top' | 'right' | 'bottom'
}

export function IconButton({ icon, label, hint, side, className = '', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hint ?? label} {...(side && { side })}>
      <button
        type="button"
        aria-label={label}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink disabled:opacity-50 ${className}`}
        {...rest}
      >
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
}
