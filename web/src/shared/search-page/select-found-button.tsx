import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format.ts'
import type { SelectFound } from './use-select-found.ts'

export const SelectFoundButton = ({ count, isAll, start }: SelectFound) => (
  <Button look="quiet" onClick={start}>
    Select {isAll ? 'all' : 'the first'} {formatCount(count)}
  </Button>
)
