import { Field } from '../../ui/field.tsx'
import { readLimit } from './credit-limit.ts'

export function LimitField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const read = readLimit(value)
  return (
    <Field
      label="Monthly credit limit"
      inputMode="numeric"
      hint="Leave empty for no limit."
      error={'error' in read ? read.error : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
