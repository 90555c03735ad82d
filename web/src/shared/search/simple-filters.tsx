import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { Button } from '../../ui/button.tsx'
import { PlainInput } from '../../ui/field.tsx'
import { formatCount } from '../format.ts'
import type { SearchParams } from '../search-params.ts'
import { firstOf, listOf } from '../search-params.ts'
import { type Filter, flagChoices, type TypedFilter } from './filters.ts'

type Props = { filter: Filter; search: SearchParams; onChange: (change: SearchParams) => void }

/** With, without, or no matter. */
export function FlagFilter({ filter, search, onChange }: Props & { filter: { kind: 'flag' } }) {
  const said = firstOf(search[filter.key])
  const choices = Object.entries(filter.choices ?? flagChoices)
  return (
    <fieldset className="flex h-8 items-center justify-between gap-2">
      <legend className="sr-only">{filter.label}</legend>
      <span aria-hidden="true" className="text-table text-ink-soft">
        {filter.label}
      </span>
      <span className="flex rounded-control border bg-sunken p-px">
        {choices.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={said === value}
            aria-label={`${label}: ${filter.label}`}
            onClick={() => onChange({ [filter.key]: said === value ? undefined : value })}
            className="h-5.5 rounded-small px-1.5 text-small text-ink-faint hover:text-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse"
          >
            {label}
          </button>
        ))}
      </span>
    </fieldset>
  )
}

/** Typing searches after a moment of rest, so that a word costs one request and not one a letter. */
const restMs = 350

export function WordsFilter({ filter, search, onChange }: Props) {
  const current = firstOf(search[filter.key]) ?? ''
  const [typed, setTyped] = useState(current)
  const sent = useRef(current)
  useEffect(() => {
    // A change from elsewhere, such as the back button; what was typed here is there already.
    if (current === sent.current) return
    sent.current = current
    setTyped(current)
  }, [current])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onChange({ [filter.key]: wanted || undefined })
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed, filter.key, onChange])
  return (
    <PlainInput
      aria-label={filter.label}
      placeholder={filter.block === 'store' ? filter.label : 'For example: head growth'}
      value={typed}
      maxLength={limits.valueLengthMax}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

export function RangeFilter({ filter, search, onChange }: Props) {
  return (
    <fieldset className="mt-1 flex h-8 items-center justify-between gap-2">
      <legend className="sr-only">{filter.label}</legend>
      <span aria-hidden="true" className="text-table text-ink-soft">
        {filter.label}
      </span>
      <span className="flex items-center gap-1 text-small text-ink-faint">
        <Bound name="min" label="at least" {...{ filter, search, onChange }} />
        to
        <Bound name="max" label="at most" {...{ filter, search, onChange }} />
      </span>
    </fieldset>
  )
}

function Bound({ filter, search, onChange, name, label }: Props & { name: 'min' | 'max'; label: string }) {
  const key = `${filter.key}.${name}`
  const current = firstOf(search[key]) ?? ''
  const [typed, setTyped] = useState(current)
  useEffect(() => setTyped(current), [current])
  const commit = () => {
    const value = Number(typed)
    const isUsable = typed !== '' && value >= 0 && value <= 100
    if (typed !== current) onChange({ [key]: isUsable ? String(value) : undefined })
  }
  return (
    <PlainInput
      aria-label={`${filter.label} ${label}`}
      className="figures h-7! w-12! px-1! text-center"
      inputMode="numeric"
      placeholder={name === 'min' ? '0' : '100'}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

const typedValues = {
  /** Whatever a person would paste; the server reads the hostnames out of it. */
  domains: {
    separator: /[\s,;]+/,
    advice: 'Use Enrich for longer lists.',
    input: { 'aria-label': 'Domains to search in', placeholder: 'Paste domains' },
  },
  tags: {
    separator: /,/,
    advice: '',
    input: { 'aria-label': 'Tags', placeholder: 'A tag, such as spring', maxLength: limits.valueLengthMax },
  },
}

const valuesMax = limits.valuesPerFilterMax

/** Values that are typed or pasted, several at a time. What there is no room for stays in the field. */
export function ValuesField({ filter, search, onChange }: Props & { filter: TypedFilter }) {
  const { separator, advice, input } = typedValues[filter.kind]
  const current = listOf(search[filter.key])
  const [text, setText] = useState('')
  const [surplus, setSurplus] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const added = text
      .split(separator)
      .map((value) => value.trim())
      .filter(Boolean)
    if (added.length === 0) return
    const wanted = [...new Set([...current, ...added])]
    const left = wanted.slice(valuesMax)
    onChange({ [filter.key]: wanted.slice(0, valuesMax) })
    setText(left.join(', '))
    setSurplus(left.length)
  }
  return (
    <form onSubmit={submit} className="mt-2 flex flex-wrap gap-1.5">
      <PlainInput
        {...input}
        className="min-w-0 flex-1"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setSurplus(0)
        }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Add
      </Button>
      {surplus > 0 && (
        <p role="alert" className="basis-full text-small text-danger">
          {`${valuesMax} at most; ${formatCount(surplus)} left out. ${advice}`.trim()}
        </p>
      )}
    </form>
  )
}
