import type { Reply } from './call.ts'

/** A contact before it is revealed: a masked last name, and which channels there are. */
export type ContactPreview = Reply<'searchContacts'>['data'][number] & {
  /** An invented example, as shown without a plan. */
  synthetic?: true
}

/** A contact with its full name and its channels. */
export type RevealedContact = Reply<'revealContacts'>['data'][number]
