import { parentPort, workerData } from 'node:worker_threads'
import { createChannelKeys } from '../channel-keys.ts'
import { addContact, createContactRows } from './copy-rows.ts'
import { personOf, sealPerson } from './person.ts'

/** The record of each is the text that its fingerprint is made of, which is copied between threads faster than objects are. */
export type EncodeRequest = {
  importRun: number
  contacts: { contactId: string; storeId: string; at: number; text: string }[]
}

const keys = createChannelKeys(workerData)

parentPort!.on('message', ({ importRun, contacts }: EncodeRequest) => {
  const rows = createContactRows(contacts.length)
  for (const { text, ...contact } of contacts) {
    const person = personOf(JSON.parse(text), keys, text)
    addContact(rows, { ...contact, person }, sealPerson(contact.contactId, person, keys), importRun)
  }
  const bytes = rows.done()
  parentPort!.postMessage(bytes, [bytes.buffer])
})
