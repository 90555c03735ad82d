import type { RevealedContact } from '../../api/contacts.ts'
import { useLabelOf } from '../labels.tsx'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { OthersAtWork } from '../work/others-at-work.tsx'
import { WorkPanel } from '../work/work-panel.tsx'
import { ChannelList } from './channel-list.tsx'
import { StoreLink } from './contact-drawer.tsx'
import { roleOf } from './contact-preview.ts'
import { fullNameOf } from './revealed-contact.ts'

/** Every channel of one contact, not only the first of each kind. */
export function RevealedDetails({ contact }: { contact: RevealedContact }) {
  const labelOf = useLabelOf()
  return (
    <div className="flex flex-col gap-5 p-4">
      <header>
        <p className="wrap-anywhere text-[16px] leading-6 font-semibold">{fullNameOf(contact)}</p>
        <p className="text-ink-soft">{contact.title ?? 'Title unknown'}</p>
        <p className="text-small text-ink-faint">{roleOf(contact, labelOf)}</p>
      </header>
      <OthersAtWork kind="contacts" ids={[contact.id]} />
      <section aria-label="Channels">
        <ChannelList key={contact.id} contact={contact} />
        <div className="mt-3">
          <AddToListMenu ids={[contact.id]} side="bottom" isWide />
        </div>
      </section>
      <WorkPanel item={{ kind: 'contact', id: contact.id }} />
      <section aria-label="Store">
        <StoreLink store={contact.store} />
      </section>
    </div>
  )
}
