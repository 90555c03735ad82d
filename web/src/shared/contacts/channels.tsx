import type { ContactPreview, RevealedContact } from '../../api/contacts.ts'
import { LinkText } from '../../ui/copy-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useTabIndex } from '../../ui/tab-index.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { ago, plural } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { meaningOf } from '../meanings.ts'
import { bestOf } from './revealed-contact.ts'

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
      <EmailQuality preview={preview} />
    </span>
  )
}

/** What a reveal would get for its credit: status, kind and age of the first email. */
export function EmailQuality({ preview: { best_email: best } }: { preview: ContactPreview }) {
  const labelOf = useLabelOf()
  if (!best) return null
  const { status, type, verified_at: verified } = best
  const said = status === 'verified' && verified ? `Verified ${ago(verified)}` : labelOf('email_statuses', status)
  return (
    <span className="min-w-0 truncate text-small text-ink-faint" title={meaningOf('email_statuses', status) ?? said}>
      {said}
      {type !== 'work' && `, ${labelOf('email_types', type).toLowerCase()}`}
    </span>
  )
}

/** Opens the mail program; the copy is next to it. */
export const Email = ({ email }: { email: string }) => (
  <LinkText href={`mailto:${email}`} text={email} label="email" isLast />
)

/** Dials, where there is something to dial with. */
export const Phone = ({ phone }: { phone: string }) => (
  <span className="figures whitespace-nowrap">
    <LinkText href={telephoneOf(phone)} text={phone} label="phone" />
  </span>
)

/** Digits and a leading plus: what else people write into a number is for their eyes. */
export const telephoneOf = (phone: string): string => `tel:${phone.replaceAll(/(?!^\+)\D/g, '')}`

/** What a reveal returned, in the place of the marks. */
export function RevealedChannels({ contact }: { contact: RevealedContact }) {
  const { email, phone } = bestOf(contact)
  const more = describeMore(contact.emails.length - (email ? 1 : 0), contact.phones.length - (phone ? 1 : 0))
  if (!email && !phone && !contact.linkedin_url) {
    return <span className="text-small text-ink-faint">No channels left</span>
  }
  return (
    <span className="flex min-w-0 flex-col items-start">
      {email && <Email email={email} />}
      {/* Below, so that the email has the whole width. */}
      <span
        className={`figures flex max-w-full flex-wrap items-center gap-x-2 empty:hidden ${email ? 'text-small text-ink-faint' : ''}`}
      >
        {/* First, because the copy after a phone takes room also while it is not seen. */}
        {contact.linkedin_url && <ProfileLink url={contact.linkedin_url} />}
        {phone && <Phone phone={phone} />}
        {!email && !phone && <span className="text-ink-faint">LinkedIn only</span>}
        {more && <span className="text-small text-ink-faint">{more}</span>}
      </span>
    </span>
  )
}

/** Channels other than the best of each kind. */
function describeMore(emails: number, phones: number): string | null {
  if (emails + phones === 0) return null
  if (phones === 0) return plural(emails, 'more email')
  return emails === 0 ? plural(phones, 'more phone') : `${emails + phones} more`
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
        className="-ml-1 grid size-6 place-items-center rounded-small text-ink-faint hover:text-ink"
      >
        <Icon name="linkedin" />
      </a>
    </Tooltip>
  )
}
