import { CopyText } from '../ui/copy-button.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { useTabIndex } from '../ui/selectable-row.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { ContactPreview } from './contact-preview.ts'
import type { RevealedContact } from './reveal-run.ts'

/** There, or not there: nothing is shown that pretends to be an address. */
export function ChannelMarks({ preview }: { preview: ContactPreview }) {
  const marks: [IconName, boolean, string][] = [
    ['email', preview.has_verified_email, 'email'],
    ['phone', preview.has_phone, 'phone'],
    ['linkedin', preview.has_linkedin, 'LinkedIn'],
  ]
  const there = marks.filter(([, isThere]) => isThere).map(([, , label]) => label)
  return (
    <span className="flex items-center gap-2">
      <span className="sr-only">{there.length > 0 ? `Has ${there.join(', ')}` : 'No channels'}</span>
      {marks.map(([icon, isThere]) => (
        <Icon key={icon} name={icon} className={isThere ? 'text-ink' : 'text-line-strong'} />
      ))}
    </span>
  )
}

/** What a reveal returned, in the place of the marks. A click copies. */
export function RevealedChannels({ contact }: { contact: RevealedContact }) {
  const email = contact.emails.find(({ is_primary: isPrimary }) => isPrimary)
  const phone = contact.phones.find(({ is_primary: isPrimary }) => isPrimary)
  const more = contact.emails.length + contact.phones.length - (email ? 1 : 0) - (phone ? 1 : 0)
  if (!email && !phone && !contact.linkedin_url) {
    return <span className="text-small text-ink-faint">No channels left</span>
  }
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex min-w-0 flex-1 flex-col items-start">
        {email && <CopyText text={email.email} label="Email" />}
        {phone && (
          <span className={email ? 'figures flex max-w-full text-small text-ink-faint' : 'figures flex max-w-full'}>
            <CopyText text={phone.phone} label="Phone" />
          </span>
        )}
        {more > 0 && <span className="text-tiny text-ink-faint">{more} more</span>}
        {!email && !phone && <span className="text-ink-faint">LinkedIn only</span>}
      </span>
      {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
    </span>
  )
}

export function ProfileLink({ url }: { url: string }) {
  const tabIndex = useTabIndex()
  // An address from a catalogue is data: only the web's own schemes may become a link.
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <Tooltip label="LinkedIn profile">
      <a
        href={url}
        tabIndex={tabIndex}
        target="_blank"
        rel="noreferrer noopener"
        aria-label="LinkedIn profile, opens in a new tab"
        onClick={(event) => event.stopPropagation()}
        className="rounded-[4px] text-ink-faint hover:text-ink"
      >
        <Icon name="linkedin" />
      </a>
    </Tooltip>
  )
}
