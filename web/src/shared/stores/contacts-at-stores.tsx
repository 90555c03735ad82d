import { useNavigate } from '@tanstack/react-router'
import { limits } from '../../api/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatCount, formatMoment } from '../format.ts'
import { addToList, createList, listsQuery } from '../lists/lists.ts'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'

type Look = 'primary' | 'secondary'

/** From stores to the people who work there: one click. More stores than an address holds go into a list first. */
export function ContactsAtStores({ domains, look = 'primary' }: { domains: readonly string[]; look?: Look }) {
  const navigate = useNavigate()
  const open = useAction(
    async () => {
      const name = `${formatCount(domains.length)} stores, ${formatMoment(new Date().toISOString())}`
      const list = await createList({ name, kind: 'stores', private: true })
      await addToList(list.id, domains)
      return list
    },
    {
      refresh: [listsQuery.queryKey],
      done: ({ name }) => ({ title: `The stores are in the list “${name}”.` }),
    },
  )
  if (domains.length <= limits.valuesPerFilterMax) {
    return (
      <ButtonLink to={paths.contactsAt(domains)} look={look}>
        Contacts at {domains.length === 1 ? 'this store' : 'these stores'}
      </ButtonLink>
    )
  }
  return (
    <Button
      look={look}
      isBusy={open.isPending}
      onClick={() => open.mutate(undefined, { onSuccess: ({ id }) => void navigate({ to: paths.contactsOfList(id) }) })}
    >
      Contacts at these {formatCount(domains.length)} stores
    </Button>
  )
}
