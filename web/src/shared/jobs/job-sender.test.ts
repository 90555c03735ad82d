import { afterEach, expect, it, vi } from 'vitest'
import { jobSender } from './job-sender.ts'

afterEach(() => vi.unstubAllGlobals())

type Answer = 'lost' | 'broken' | 400 | 503 | 201

/** A server that answers jobs like this, one after the other, and what it was asked. */
function serve(...answers: Answer[]) {
  const keys: string[] = []
  const bodies: unknown[] = []
  const deleted: string[] = []
  vi.stubGlobal('location', { origin: 'https://app.test' })
  vi.stubGlobal('fetch', async (url: URL | string, { method, headers, body }: RequestInit) => {
    if (method === 'DELETE') {
      deleted.push(String(url).split('/').at(-1)!)
      return new Response('{}')
    }
    keys.push(new Headers(headers).get('Idempotency-Key')!)
    bodies.push(JSON.parse(String(body)))
    const answer = answers.shift()!
    if (answer === 'lost') throw new TypeError('The connection was closed.')
    if (answer === 'broken') return new Response('{"id": "jo')
    return new Response(JSON.stringify(answer === 201 ? { id: 'job_1' } : { error: {} }), { status: answer })
  })
  return { keys, bodies, deleted }
}

let lists = 0
/** What each attempt would send of itself: the price and the list are new ones. */
const prepare = async () => {
  lists += 1
  const newListId = `lst_${lists}`
  return { body: { kind: 'reveal' as const, max: 500, max_credits: lists, add_to_list_id: newListId }, newListId }
}

it.each(['lost', 'broken', 503] as const)('a job whose answer was %s goes again as it was', async (failure) => {
  const { keys, bodies, deleted } = serve(failure, 'lost', 201, 201)
  const send = jobSender()
  for (const _ of [1, 2]) await expect(send('these', prepare)).rejects.toThrow()
  expect(await send('these', prepare)).toMatchObject({ id: 'job_1' })
  expect(new Set(keys).size, 'one key').toBe(1)
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size, 'one request').toBe(1)
  expect(deleted, 'a job that may run keeps its list').toEqual([])

  await send('these', prepare)
  expect(new Set(keys).size, 'what is asked after an answer is another job').toBe(2)
})

it('a job that was refused leaves no list behind, and the next attempt is another one', async () => {
  const { keys, bodies, deleted } = serve(400, 201)
  const send = jobSender()
  await expect(send('these', prepare)).rejects.toThrow()
  await send('these', prepare)
  expect(deleted).toEqual([(bodies[0] as { add_to_list_id: string }).add_to_list_id])
  expect(new Set(keys).size).toBe(2)
})

it('another wish is another job, whatever became of the last one', async () => {
  const { keys, deleted } = serve('lost', 201)
  const send = jobSender()
  await expect(send('these', prepare)).rejects.toThrow()
  await send('those', prepare)
  expect(new Set(keys).size).toBe(2)
  expect(deleted).toEqual([])
})
