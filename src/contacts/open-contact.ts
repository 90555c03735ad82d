import type { Logger } from 'pino'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { type Channels, deliveredEmails, type EmailChannel, exportableChannels } from '../catalog/channels.ts'
import type { RevealableContact } from '../catalog/find-contacts.ts'

/**
 * With the channels that may leave, and the full texts that previews show only in part. The holder still has to
 * check that the account owns it.
 */
export type OpenedContact = RevealableContact & {
  channels: Channels
  /** The emails that were handed over, also those that accounts reported since. Asked for by few, so not made for every reveal. */
  delivered(): EmailChannel[]
}

/** Null for a contact that can't be opened, which is then treated like an unknown one: nobody pays for it. */
export type ContactOpener = (contact: RevealableContact) => OpenedContact | null

/** The only place where channels are opened for an answer. */
export function createContactOpener(channelKeys: ChannelKeys, log: Logger): ContactOpener {
  return (contact) => {
    const { sealedChannels, firstName, title } = contact
    if (sealedChannels === null)
      return { ...contact, channels: { emails: [], phones: [], linkedin_url: null }, delivered: () => [] }
    try {
      const contents = channelKeys.open(contact.id, sealedChannels.keyId, sealedChannels.sealed)
      return {
        ...contact,
        firstName: contents.in_full?.first_name ?? firstName,
        title: contents.in_full?.title ?? title,
        channels: exportableChannels(contents),
        delivered: () => deliveredEmails(contents),
      }
    } catch (error) {
      log.error({ err: error, contact_id: contact.id }, 'a contact could not be decrypted, so it can’t be revealed')
      return null
    }
  }
}
