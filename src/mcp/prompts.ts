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
      '3. Let the person choose, and say what it costs and what is left: quote_reveal.\n' +
      `4. Call reveal_contacts, at most ${contactsPerRevealMax} ids a call. Only when the person agrees to its quote, call it again with the code of the quote as confirm_spend_credits.`,
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
