import { contactsPerRevealMax } from '../contacts/reveal-contacts.ts'

/** Ways through the tools that keep the person in charge of the credits. */
type Prompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  text(given: Record<string, string>): string
}

export const prompts: Prompt[] = [
  {
    name: 'find_and_reveal',
    title: 'Find people and reveal them',
    description: 'From a description of the people to a reveal that the person has agreed to.',
    arguments: [
      { name: 'who', description: 'The people to find, such as "founders of German fashion stores"', required: true },
    ],
    text: ({ who = '' }) =>
      `Find these people: ${who}\n\n` +
      '1. Read prospector://taxonomy for the values that filters take.\n' +
      '2. Call search_contacts, with person.has_verified_email if emails are wanted, and show the total and some previews.\n' +
      '3. Call quote_reveal for the contacts the person chooses, and say what it costs and what is left.\n' +
      `4. Only when the person agrees, call reveal_contacts with confirm_spend_credits: true, at most ${contactsPerRevealMax} ids a call.`,
  },
  {
    name: 'check_credits',
    title: 'See what is left',
    description: 'What the account may still spend and search, and when it renews.',
    arguments: [],
    text: () =>
      'Read prospector://usage and say in two sentences how many contact credits and search rows are left, and when they renew.',
  },
]
