import type { ContactPreview, RevealedContact } from '../../api/contacts.ts'
import { CopyText } from '../../ui/copy-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useTabIndex } from '../../ui/tab-index.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

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
  const rest = (
    <>
      {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
      {!email && !phone && <span className="text-ink-faint">LinkedIn only</span>}
      {more > 0 && <span className="text-small text-ink-faint">{more} more</span>}
    </>
  )
  const call = phone && <CopyText text={phone.phone} label="Phone" />
  if (!email) {
    return (
      <span className="figures flex min-w-0 flex-wrap items-center gap-x-2">
        {call}
        {rest}
      </span>
    )
  }
  return (
    <span className="flex min-w-0 flex-col items-start">
      <CopyText text={email.email} label="Email" />
      {/* Below, so that the email has the whole width. */}
      <span className="figures flex max-w-full items-center gap-2 text-small text-ink-faint empty:hidden">
        {call}
        {rest}
      </span>
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
        className="relative rounded-small text-ink-faint before:absolute before:-inset-2 before:content-[''] hover:text-ink"
      >
        <Icon name="linkedin" />
      </a>
    </Tooltip>
  )
}
