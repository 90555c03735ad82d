import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { type Chunk, eventOf, idleRun, type Phase, type Run, type RunEvent, rowsOf, step } from './run-machine.ts'

const chunk = (key: string, ...ids: string[]): Chunk => ({ key, ids })
const added = (...chunks: Chunk[]): RunEvent => ({ type: 'added', chunks })
const answered = (key: string, revealed: number, spent = revealed, unavailable: string[] = []): RunEvent => ({
  type: 'answered',
  key,
  revealed,
  unavailable,
  spent,
})
const after = (...events: RunEvent[]): Run => events.reduce(step, idleRun)
const refusedWith = (status: number, code: string, retryAfter?: number): ApiError =>
  new ApiError(status, { code, message: code }, retryAfter)

const two = added(chunk('a', '1', '2'), chunk('b', '3'))

describe('a run of reveals', () => {
  it('reveals chunk after chunk, adds up what the answers say, and is finished with the last one', () => {
    const half = after(two, answered('a', 1, 1, ['2']))
    expect(half).toMatchObject({
      phase: { name: 'revealing' },
      total: 3,
      done: 2,
      revealed: 1,
      gone: ['2'],
      spent: 1,
    })
    const over = step(half, answered('b', 1, 0))
    expect(over).toMatchObject({ phase: { name: 'finished' }, chunks: [], done: 3, revealed: 2, spent: 1 })
  })

  it('grows when more is added on the way, and starts from nothing after its end', () => {
    expect(after(two, added(chunk('c', '4')))).toMatchObject({ total: 4, phase: { name: 'revealing' } })
    expect(after(two, answered('a', 2), answered('b', 1), added(chunk('c', '4')))).toMatchObject({
      total: 1,
      done: 0,
      spent: 0,
      phase: { name: 'revealing' },
    })
    expect(after(added())).toEqual(idleRun)
  })

  it('waits for a busy server and sends the same chunk again; a timer that comes too late changes nothing', () => {
    const waiting = after(two, { type: 'busy', key: 'a', until: 5_000 })
    expect(waiting).toMatchObject({ phase: { name: 'waiting', until: 5_000 }, failures: 1 })
    expect(step(waiting, { type: 'retried', key: 'a' })).toMatchObject({ phase: { name: 'revealing' }, failures: 1 })
    const revealing = after(two)
    expect(step(revealing, { type: 'retried', key: 'a' })).toBe(revealing)
    expect(step(revealing, answered('b', 1))).toBe(revealing)
    expect(step(step(waiting, { type: 'retried', key: 'a' }), answered('a', 2)).failures).toBe(0)
  })

  it('ends when the account may not go on, keeps what it spent, and is over when that was read', () => {
    const refusal = { code: 'insufficient_contact_credits', message: 'None left', action: null } as const
    const refused = after(two, answered('a', 2), { type: 'refused', key: 'b', refusal })
    expect(refused).toMatchObject({ phase: { name: 'refused', refusal }, chunks: [], spent: 2 })
    expect(step(refused, { type: 'dismissed' }).phase).toEqual({ name: 'idle' })
  })

  it('is not over because somebody closes a notice', () => {
    const revealing = after(two)
    expect(step(revealing, { type: 'dismissed' })).toBe(revealing)
  })

  it('keeps a failure on its rows until they are tried again', () => {
    const error = refusedWith(500, 'internal_error')
    const run = after(two, { type: 'failed', key: 'a', error }, answered('b', 1))
    expect(run).toMatchObject({ phase: { name: 'finished' }, done: 3, revealed: 1 })
    expect(rowsOf(run)).toEqual(
      new Map([
        ['1', { error }],
        ['2', { error }],
      ]),
    )
    expect(rowsOf(step(run, added(chunk('a', '1', '2'))))).toEqual(
      new Map([
        ['1', 'revealing'],
        ['2', 'revealing'],
      ]),
    )
  })

  it('says of every row whether it is on its way, next, or gone', () => {
    const run = after(added(chunk('z', '0'), chunk('a', '1'), chunk('b', '3')), answered('z', 0, 0, ['0']))
    expect([...rowsOf(run)]).toEqual([
      ['0', 'unavailable'],
      ['1', 'revealing'],
      ['3', 'waiting'],
    ])
    expect(rowsOf(step(run, { type: 'busy', key: 'a', until: 1 })).get('1')).toBe('revealing')
  })
})

describe('what an error means for a run', () => {
  const run = after(two)
  const cases: [string, ApiError, RunEvent['type']][] = [
    ['the session is over', refusedWith(401, 'unauthorized'), 'failed'],
    ['too few credits', refusedWith(402, 'insufficient_contact_credits'), 'refused'],
    ['a limit of one’s own', refusedWith(403, 'member_credit_limit_reached'), 'refused'],
    ['nothing in the chunk can be revealed', refusedWith(409, 'no_revealable_contacts'), 'answered'],
    ['a busy server', refusedWith(429, 'rate_limit_exceeded', 7), 'busy'],
    ['a lost connection', refusedWith(0, 'offline'), 'busy'],
    ['a server that failed', refusedWith(500, 'internal_error'), 'busy'],
    ['a wait that nobody sits through', refusedWith(429, 'rate_limit_exceeded', 3_600), 'failed'],
    ['a request that is wrong', refusedWith(400, 'invalid_request'), 'failed'],
  ]
  it.each(cases)('%s', (_, error, type) => {
    expect(eventOf(error, run, 0).type).toBe(type)
  })

  it('waits as long as the server says, and otherwise longer each time; the third failure stays on its rows', () => {
    const busy = refusedWith(429, 'rate_limit_exceeded', 7)
    const lost = refusedWith(0, 'offline')
    expect(eventOf(busy, run, 1_000)).toMatchObject({ until: 8_000 })
    expect(eventOf(lost, run, 0)).toMatchObject({ until: 1_000 })
    expect(eventOf(lost, { ...run, failures: 1 }, 0)).toMatchObject({ until: 2_000 })
    expect(eventOf(lost, { ...run, failures: 2 }, 0).type).toBe('failed')
  })

  it('whatever happens in which order, has work to do in exactly the phases that do some, and loses no contact', () => {
    const names: Phase['name'][] = ['idle', 'revealing', 'waiting', 'finished', 'refused']
    const events: RunEvent[] = [
      two,
      answered('a', 2),
      { type: 'busy', key: 'a', until: 1 },
      { type: 'retried', key: 'a' },
      answered('b', 1),
      { type: 'dismissed' },
    ]
    let states = [idleRun]
    for (let depth = 0; depth < 5; depth++)
      states = states.flatMap((state) => events.map((event) => step(state, event)))
    const isSound = ({ phase, chunks, done, total }: Run): boolean =>
      names.includes(phase.name) &&
      chunks.length > 0 === !['idle', 'finished', 'refused'].includes(phase.name) &&
      done + chunks.flatMap(({ ids }) => ids).length === total
    expect(states.filter((state) => !isSound(state))).toEqual([])
  })
})
