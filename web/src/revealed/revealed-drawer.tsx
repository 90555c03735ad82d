import { Link } from '@tanstack/react-router'
import { ChannelList } from '../contacts/contact-drawer.tsx'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { sentenceOf } from '../figures.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { fullNameOf } from './revealed-row.tsx'

/** Every channel of one contact, not only the first of each kind. */
export function RevealedDetails({ contact }: { contact: RevealedContact }) {
  const { store } = contact
  const roles = [contact.role, contact.seniority !== 'other' && contact.seniority].filter((role) => !!role)
  return (
    <div className="flex flex-col gap-5 p-4">
      <header>
        <p className="truncate text-[16px] leading-6 font-semibold">{fullNameOf(contact)}</p>
        <p className="text-ink-soft">{contact.title ?? 'Title unknown'}</p>
        <p className="text-small text-ink-faint">{roles.map((role) => sentenceOf(String(role))).join(' · ')}</p>
      </header>
      <section aria-label="Channels">
        <ChannelList contact={contact} />
        <div className="mt-3">
          <AddToListMenu contactIds={[contact.id]} side="bottom" isWide />
        </div>
      </section>
      <section aria-label="Store">
        <Link to={paths.store(store.domain)} className="group flex items-center gap-2">
          <Icon name="stores" className="text-ink-faint" />
          <span className="truncate font-medium group-hover:underline">{store.name}</span>
          <span className="truncate text-small text-ink-faint">{store.domain}</span>
        </Link>
      </section>
    </div>
  )
}

export function RevealedDrawer({ contact, onClose }: { contact: RevealedContact; onClose: () => void }) {
  return (
    <aside aria-label="Contact" className="slide-in flex w-85 shrink-0 flex-col border-l bg-surface">
      <div className="flex h-13 shrink-0 items-center justify-between border-b pr-3 pl-4">
        <h2 className="text-table font-medium text-ink-faint">Contact</h2>
        <IconButton icon="close" label="Close the details" onClick={onClose} />
      </div>
      <div className="hairline-scroll min-h-0 flex-1 overflow-y-auto">
        <RevealedDetails contact={contact} />
      </div>
    </aside>
  )
}
