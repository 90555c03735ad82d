import { parentPort, workerData } from 'node:worker_threads'
import { createChannelKeys } from '../channel-keys.ts'
import { contactLine, toBytes } from './copy-text.ts'
import { personOf, sealPerson } from './person.ts'

/** The record of each is the text that its fingerprint is made of, which is copied between threads faster than objects are. */
export type EncodeRequest = {
  importRun: number
  contacts: { contactId: string; storeId: string; at: number; text: string }[]
}

const keys = createChannelKeys(workerData)

parentPort!.on('message', ({ importRun, contacts }: EncodeRequest) => {
  const rows = toBytes(
    contacts.map(({ text, ...contact }) => {
      const person = personOf(JSON.parse(text), text, keys)
      return contactLine({ ...contact, person }, sealPerson(contact.contactId, person, keys), importRun)
    }),
  )
  parentPort!.postMessage(rows, [rows.buffer])
})
