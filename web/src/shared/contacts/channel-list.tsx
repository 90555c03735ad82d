import { type ReactNode, useRef, useState } from 'react'
import type { RevealedContact } from '../../api/contacts.ts'
import { Address, CopyButton } from '../../ui/copy-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { BounceButton } from '../bounces/bounce-button.tsx'
import { bounceRules, marksBounced } from '../bounces/bounces.ts'
import { formatDay } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { meaningOf } from '../meanings.ts'
import { ProfileLink, telephoneOf } from './channels.tsx'
import { bestFirst } from './revealed-contact.ts'

type Email = RevealedContact['emails'][number]

/** Every channel of one contact, each with what can be done about it. */
export function ChannelList({ contact }: { contact: RevealedContact }) {
  const labelOf = useLabelOf()
  // An address that was reported leaves the contact, but not its verdict the eyes of who reported it.
  const shown = useRef(new Map<string, Email>())
  for (const channel of contact.emails) shown.current.set(channel.email, channel)
  return (
    <div className="rounded-panel border">
      <ul className="divide-y">
        {bestFirst([...shown.current.values()]).map((channel) => (
          <EmailLine key={channel.email} channel={channel} />
        ))}
        {contact.phones.map(({ phone, type }) => (
          <ChannelLine
            key={phone}
            icon="phone"
            text={phone}
            href={telephoneOf(phone)}
            note={labelOf('phone_types', type)}
          />
        ))}
        {contact.linkedin_url && (
          <ChannelLine
            icon="linkedin"
            text={contact.linkedin_url.replace(/^https?:\/\/(www\.)?/, '')}
            copied={contact.linkedin_url}
            note="Profile"
            extra={<ProfileLink url={contact.linkedin_url} />}
          />
        )}
      </ul>
      <p className="border-t px-3 py-2 text-small text-ink-faint">
        Revealed {formatDay(contact.revealed_at)}
        {contact.source && ` · source: ${[contact.source, contact.legal_basis].filter(Boolean).join(', ')}`}
        {shown.current.size > 0 && `. ${bounceRules}`}
      </p>
    </div>
  )
}

/** Once it is reported, it no longer says that it works. */
function EmailLine({ channel: { email, status, type } }: { channel: Email }) {
  const labelOf = useLabelOf()
  const [isBounced, setBounced] = useState(false)
  const known = isBounced ? 'bounced' : status
  const meaning = isBounced ? undefined : meaningOf('email_statuses', status)?.toLowerCase()
  return (
    <ChannelLine
      icon="email"
      text={email}
      href={`mailto:${email}`}
      note={[`${labelOf('email_types', type)} · ${labelOf('email_statuses', known).toLowerCase()}`, meaning]
        .filter(Boolean)
        .join(': ')}
      act={<BounceButton email={email} onVerdict={(verdict) => setBounced(marksBounced(verdict))} />}
    />
  )
}

function ChannelLine({
  icon,
  text,
  copied = text,
  href,
  note,
  act,
  extra,
}: {
  icon: IconName
  text: string
  copied?: string
  href?: string
  note: string
  /** What can be done about it, below. */
  act?: ReactNode
  extra?: ReactNode
}) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-3">
      <Icon name={icon} className="text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="block text-table wrap-anywhere">
          {href ? (
            <a href={href} className="hover:underline">
              <Address text={text} />
            </a>
          ) : (
            text
          )}
        </span>
        <span className="block text-small text-ink-faint">{note}</span>
        {act}
      </span>
      {extra}
      <CopyButton text={copied} label={`Copy ${text}`} />
    </li>
  )
}
