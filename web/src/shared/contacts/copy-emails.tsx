import type { RevealedContact } from '../../api/contacts.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { plural } from '../format.ts'
import { bestOf } from './revealed-contact.ts'

/** The best email of each contact, one per line. */
export function CopyEmails({ contacts }: { contacts: RevealedContact[] }) {
  const emails = contacts.flatMap((contact) => bestOf(contact).email ?? [])
  const copy = () => {
    const without = contacts.length - emails.length
    navigator.clipboard.writeText(emails.join('\n')).then(
      () =>
        toast({
          title: `${plural(emails.length, 'email')} copied.`,
          ...(without > 0 && { detail: `${plural(without, 'contact has', 'contacts have')} no email.` }),
          look: 'success',
        }),
      () => toast({ title: 'Your browser blocked copying.', look: 'danger' }),
    )
  }
  return (
    <Button icon="copy" disabled={emails.length === 0} onClick={copy}>
      <span className="max-sm:sr-only">Copy emails</span>
    </Button>
  )
}
