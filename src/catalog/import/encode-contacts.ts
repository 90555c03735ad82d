import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ChannelKeys } from '../channel-keys.ts'
import type { NewContact } from './batch-plan.ts'
import { addContact, createContactRows } from './copy-rows.ts'
import type { EncodeRequest } from './encode-worker.ts'
import { eachInTurn } from './give-way.ts'
import { sealPerson } from './person.ts'

/** New contacts as rows for COPY, with their channels sealed and everything hashed by which they are found again. */
export type EncodeContacts = (contacts: readonly NewContact[], importRun: number) => Promise<Uint8Array>

export const encodeHere =
  (keys: ChannelKeys): EncodeContacts =>
  async (contacts, importRun) => {
    const rows = createContactRows(contacts.length)
    await eachInTurn(contacts, (contact) =>
      addContact(rows, contact, sealPerson(contact.contactId, contact.person, keys), importRun),
    )
    return rows.done()
  }

/** Fewer are encoded before a thread has started. */
const worthThread = 1_000

/**
 * Sealing and hashing are nearly half of the work of an import. They are done in a thread of their own, while this one reads the next
 * lines and the database writes the batch before.
 */
export function openEncoder(keys: ChannelKeys): { encode: EncodeContacts; close: () => Promise<void> } {
  const encodeInThisThread = encodeHere(keys)
  let thread: ReturnType<typeof startThread> | null = null
  return {
    encode: (contacts, importRun) => {
      if (thread === null && (contacts.length < worthThread || availableParallelism() === 1)) {
        return encodeInThisThread(contacts, importRun)
      }
      thread ??= startThread(keys)
      return thread.encode(contacts, importRun)
    },
    close: async () => void (await thread?.worker.terminate()),
  }
}

function startThread(keys: ChannelKeys) {
  const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), {
    workerData: keys.forThread(),
    // Options of a program that is given as text, such as --input-type, would refuse the file.
    execArgv: [],
  })
  /** Answered in their order. */
  const asked: PromiseWithResolvers<Uint8Array>[] = []
  let problem: Error | null = null
  const fail = (error: Error): void => {
    problem ??= error
    for (const { reject } of asked.splice(0)) reject(problem)
  }
  worker.on('message', (rows: Uint8Array) => asked.shift()!.resolve(rows))
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The thread that seals contacts ended with code ${code}.`)))

  const encode: EncodeContacts = (contacts, importRun) => {
    if (problem) return Promise.reject(problem)
    const answer = Promise.withResolvers<Uint8Array>()
    asked.push(answer)
    const request: EncodeRequest = {
      importRun,
      contacts: contacts.map(({ contactId, storeId, at, person }) => ({ contactId, storeId, at, text: person.text() })),
    }
    worker.postMessage(request)
    return answer.promise
  }
  return { worker, encode }
}
