import type { Command } from 'commander'
import type { SuppressionTarget } from '../../../src/catalog/covered-people.ts'
import { contactId, domainName, emailOfPerson } from '../../arguments.ts'

export type TargetOptions = { email?: string; contact?: string; domain?: string }

export function addTargetOptions(command: Command): Command {
  return command
    .option('--email <address>', 'everyone with this email address', emailOfPerson)
    .option('--contact <id>', 'this contact (ct_…)', contactId)
    .option('--domain <domain>', 'everyone at the store with this domain; the store itself stays', domainName)
}

export function readTarget(command: Command, { email, contact, domain }: TargetOptions): SuppressionTarget {
  const given: SuppressionTarget[] = []
  if (email !== undefined) given.push({ email })
  if (contact !== undefined) given.push({ contact })
  if (domain !== undefined) given.push({ domain })
  const [target] = given
  if (given.length === 1 && target) return target
  command.error('error: give exactly one of --email, --contact and --domain')
}
